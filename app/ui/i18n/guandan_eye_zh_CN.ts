<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AirWindow</name>
    <message>
        <source>Port {0} is taken, perhaps by this program running twice: choose another port</source>
        <translation>端口 {0} 已被占用，可能本程序已在运行：请换一个端口</translation>
    </message>
    <message>
        <source>Port {0} may not be used by this user: choose another port</source>
        <translation>当前用户不能使用端口 {0}：请换一个端口</translation>
    </message>
    <message>
        <source>Port {0} cannot be listened on: {1}</source>
        <translation>端口 {0} 无法使用：{1}</translation>
    </message>
    <message>
        <source>The folder for text files must be a full path, not {0}</source>
        <translation>文本文件夹须写完整路径，不能写 {0}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>On air</source>
        <translation>直播</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>seconds after it happened. Less shows at once what is due; more holds back what comes.</source>
        <translation>秒延时。调小后，已到时的内容立即播出；调大后，后面的内容推迟播出。</translation>
    </message>
    <message>
        <source>Hold the score while a ruling is open</source>
        <translation>裁判处理期间比分暂不更新</translation>
    </message>
    <message>
        <source>Also the picture of the table, for OBS</source>
        <translation>同时提供牌桌画面（供 OBS 使用）</translation>
    </message>
    <message>
        <source>Go on air with every match</source>
        <translation>每场比赛自动开播</translation>
    </message>
    <message>
        <source>Open hands</source>
        <translation>明牌</translation>
    </message>
    <message>
        <source>Show the four hands of a deal dealt beforehand, on a page of its own</source>
        <translation>预制牌时，用单独的页面显示四家手牌</translation>
    </message>
    <message>
        <source>seconds after it happened, or when the deal is over.</source>
        <translation>秒延时，或在本副结束以后。</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Other machines may look, too</source>
        <translation>允许其他电脑和平板访问</translation>
    </message>
    <message>
        <source>Nothing is encrypted: only in a network you trust. Addresses then hold a key; keep them.</source>
        <translation>传输不加密，只在可信的网络中使用。地址中带有密钥，请妥善保管。</translation>
    </message>
    <message>
        <source>New keys: shut out everybody who has an address</source>
        <translation>更换密钥：已发出的地址全部失效</translation>
    </message>
    <message>
        <source>port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>A folder for text files</source>
        <translation>存放文本文件的文件夹</translation>
    </message>
    <message>
        <source>● On air</source>
        <translation>● 直播中</translation>
    </message>
    <message>
        <source>○ Off air</source>
        <translation>○ 未开播</translation>
    </message>
    <message>
        <source>Off air</source>
        <translation>停播</translation>
    </message>
    <message>
        <source>Go on air</source>
        <translation>开播</translation>
    </message>
    <message>
        <source>{0} looking now</source>
        <translation>正在观看：{0}</translation>
    </message>
    <message>
        <source>Nothing leaves this window.</source>
        <translation>目前没有任何内容对外播出。</translation>
    </message>
    <message>
        <source>Changed only while off air</source>
        <translation>停播后才能更改</translation>
    </message>
    <message>
        <source>Text files: {0}</source>
        <translation>文本文件：{0}</translation>
    </message>
    <message>
        <source>Text files into a folder …</source>
        <translation>输出文本文件到文件夹…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不输出</translation>
    </message>
</context>
<context>
    <name>BrowserWindow</name>
    <message>
        <source>Records</source>
        <translation>比赛记录</translation>
    </message>
</context>
<context>
    <name>ByHandPanel</name>
    <message>
        <source>Correct</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>Strike</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录入</translation>
    </message>
    <message>
        <source>Enter corrects it all the same, Esc leaves it as it was.</source>
        <translation>回车仍然更正，Esc 保持原样。</translation>
    </message>
    <message>
        <source>Enter strikes it all the same, Esc leaves it as it was.</source>
        <translation>回车仍然删除，Esc 保持原样。</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>Space on an empty line, or {0}</source>
        <translation>空行按空格，或按 {0}</translation>
    </message>
    <message>
        <source>It never was ({0})</source>
        <translation>从未发生（{0}）</translation>
    </message>
    <message>
        <source>Leave (Esc)</source>
        <translation>放弃（Esc）</translation>
    </message>
    <message>
        <source>Cards typed by hand</source>
        <translation>手工录入的牌</translation>
    </message>
</context>
<context>
    <name>CalibrateView</name>
    <message>
        <source>Waiting for the first picture</source>
        <translation>等待第一幅画面</translation>
    </message>
</context>
<context>
    <name>CalibrateWindow</name>
    <message>
        <source>Corners still to click: {0}</source>
        <translation>还要点击 {0} 个角</translation>
    </message>
    <message>
        <source>The corners must go round clockwise, from the top left.</source>
        <translation>四个角须从左上起按顺时针排列。</translation>
    </message>
    <message>
        <source>The grid has a line every 10 cm: it must lie straight on the table.</source>
        <translation>网格每 10 厘米一条线：应平直地落在桌面上。</translation>
    </message>
    <message>
        <source>Where the table lies</source>
        <translation>标定牌桌位置</translation>
    </message>
    <message>
        <source>Click the four corners of the square in which cards are laid: top left, top right, bottom right, bottom left. Drag a corner to correct it, or use the arrow keys. Say how long its sides are.</source>
        <translation>依次点击出牌正方形的四个角：左上、右上、右下、左下。拖动角点或用方向键微调，并填写边长。</translation>
    </message>
    <message>
        <source>Sides (mm)</source>
        <translation>边长（毫米）</translation>
    </message>
    <message>
        <source>W</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>H</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Cards (mm)</source>
        <translation>牌面（毫米）</translation>
    </message>
    <message>
        <source>Indices</source>
        <translation>角标</translation>
    </message>
    <message>
        <source>2 corners</source>
        <translation>两角</translation>
    </message>
    <message>
        <source>4 corners</source>
        <translation>四角</translation>
    </message>
    <message>
        <source>Turn the seats</source>
        <translation>旋转座位</translation>
    </message>
    <message>
        <source>Take the printed markers</source>
        <translation>按打印标记定位</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新点击</translation>
    </message>
    <message>
        <source>Save (Enter)</source>
        <translation>保存（回车）</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
</context>
<context>
    <name>CameraPage</name>
    <message>
        <source>No camera: everything by hand</source>
        <translation>不用摄像头：全部手工录入</translation>
    </message>
    <message>
        <source>A video of a table</source>
        <translation>一桌的录像</translation>
    </message>
    <message>
        <source>A calibration</source>
        <translation>标定文件</translation>
    </message>
    <message>
        <source>No camera: plays are typed by hand.</source>
        <translation>没有摄像头：出牌由手工录入。</translation>
    </message>
    <message>
        <source>In the picture: {0} at the right, {1} above, {2} at the left, {3} below.</source>
        <translation>画面中：右边{0}，上边{1}，左边{2}，下边{3}。</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>Where the table lies</source>
        <translation>牌桌的位置</translation>
    </message>
    <message>
        <source>Video file…</source>
        <translation>录像文件…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Read a calibration…</source>
        <translation>读取标定文件…</translation>
    </message>
    <message>
        <source>Click the corners of the play square: top left, top right, bottom right, bottom left.</source>
        <translation>依次点击出牌区的四角：左上、右上、右下、左下。</translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Faults in this record: {0}</source>
        <translation>本记录有 {0} 处问题</translation>
    </message>
    <message>
        <source>Of each deal the first fault stands here, and the first that follows.</source>
        <translation>每副列出第一处，以及由它引起的第一处。</translation>
    </message>
    <message>
        <source>No fault: every event of the record is allowed where it stands.</source>
        <translation>没有错误：记录的每一行都合规则。</translation>
    </message>
    <message>
        <source>What was noticed, nobody has ruled on.</source>
        <translation>程序在出牌中发现的，尚未有人判罚。</translation>
    </message>
    <message>
        <source>Enter goes there.</source>
        <translation>回车跳到该处。</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>ClockCorner</name>
    <message>
        <source>No clock runs</source>
        <translation>未计时</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>over by {0}</source>
        <translation>超时 {0}</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>还剩 {0}</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>限时 {0}</translation>
    </message>
    <message>
        <source>Clocks stand</source>
        <translation>暂停计时</translation>
    </message>
    <message>
        <source>{0} begins the deal</source>
        <translation>{0}开局</translation>
    </message>
    <message>
        <source>{0} leads</source>
        <translation>{0}领出</translation>
    </message>
    <message>
        <source>{0} to move</source>
        <translation>{0}出牌</translation>
    </message>
    <message>
        <source>{0} gives back</source>
        <translation>{0}还贡</translation>
    </message>
    <message>
        <source>Returns</source>
        <translation>还贡</translation>
    </message>
</context>
<context>
    <name>ClosingQuestion</name>
    <message>
        <source>Close the match</source>
        <translation>关闭比赛</translation>
    </message>
    <message>
        <source>A deal is being played. Close the window?</source>
        <translation>本副牌正在进行，关闭窗口？</translation>
    </message>
    <message>
        <source>All is recorded; the match can be gone on with from the start window.</source>
        <translation>记录已保存，可从开始窗口继续本场比赛。</translation>
    </message>
    <message>
        <source>It is on air: closing ends that.</source>
        <translation>正在直播输出，关闭后将停止。</translation>
    </message>
    <message>
        <source>Close (Enter)</source>
        <translation>关闭（回车）</translation>
    </message>
    <message>
        <source>Stay (Esc)</source>
        <translation>不关闭（Esc）</translation>
    </message>
</context>
<context>
    <name>ConductPanel</name>
    <message>
        <source>■ Referee at the table</source>
        <translation>■ 裁判在场，停表</translation>
    </message>
    <message>
        <source>▲ {0} wait for a ruling</source>
        <translation>▲ {0} 项待判罚</translation>
    </message>
    <message>
        <source>Play goes on ({0})</source>
        <translation>继续比赛（{0}）</translation>
    </message>
    <message>
        <source>Call referee ({0})</source>
        <translation>呼叫裁判（{0}）</translation>
    </message>
    <message>
        <source>Rulings ({0})</source>
        <translation>判罚（{0}）</translation>
    </message>
    <message>
        <source>A ruling is taken back with {0}, or struck: click it in the list of plays, then {1}.</source>
        <translation>撤销裁决：按 {0}；或在出牌列表中点该裁决，再按 {1} 删除。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source> ({0})</source>
        <translation>（{0}）</translation>
    </message>
</context>
<context>
    <name>DealEndPanel</name>
    <message>
        <source>▲ Nobody has settled {0} plays of this deal.</source>
        <translation>▲ 本副还有 {0} 手牌待确认。</translation>
    </message>
    <message>
        <source>▲ Nobody has settled 1 play of this deal.</source>
        <translation>▲ 本副还有 1 手牌待确认。</translation>
    </message>
    <message>
        <source>Pressed again, the result is confirmed with them as they stand.</source>
        <translation>再按一次，按现状确认结果。</translation>
    </message>
    <message>
        <source>To the first ({0})</source>
        <translation>到第一手（{0}）</translation>
    </message>
    <message>
        <source>▲ Faults not ruled on: {0} ({1}).</source>
        <translation>▲ 有 {0} 起犯规尚未裁决（{1}）。</translation>
    </message>
    <message>
        <source>✓ {0} confirmed</source>
        <translation>✓ {0}已确认</translation>
    </message>
    <message>
        <source>{0} confirms</source>
        <translation>{0}确认</translation>
    </message>
    <message>
        <source>{0} enters it</source>
        <translation>{0}录入</translation>
    </message>
    <message>
        <source>{0} checks it</source>
        <translation>{0}核对</translation>
    </message>
    <message>
        <source>{0} all the same</source>
        <translation>仍然{0}</translation>
    </message>
    <message>
        <source>Begin deal {0}</source>
        <translation>开始第 {0} 副</translation>
    </message>
    <message>
        <source>Press again: no correction afterwards</source>
        <translation>再按一次：离桌后不得更改</translation>
    </message>
    <message>
        <source>The pairs have left the table</source>
        <translation>双方已离桌</translation>
    </message>
    <message>
        <source>Jury: appeal upheld</source>
        <translation>仲裁：申诉成立</translation>
    </message>
    <message>
        <source>Jury: appeal refused</source>
        <translation>仲裁：申诉驳回</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>DealForm</name>
    <message>
        <source>Start a deal</source>
        <translation>开始一副牌</translation>
    </message>
    <message>
        <source>whoever lays first</source>
        <translation>先出牌者</translation>
    </message>
    <message>
        <source>Start (Enter)</source>
        <translation>开始（回车）</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>Level played</source>
        <translation>本副打几</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领出</translation>
    </message>
</context>
<context>
    <name>DeckPage</name>
    <message>
        <source>usual decks</source>
        <translation>常用扑克</translation>
    </message>
    <message>
        <source>Deck {0} is not on this machine: choose another one.</source>
        <translation>本机没有扑克“{0}”，请另选。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在识别…</translation>
    </message>
    <message>
        <source>No card was read. Is there light, and does a corner show?</source>
        <translation>没有认出牌。光线够吗？牌角露出来了吗？</translation>
    </message>
    <message>
        <source>{0} ({1} %)</source>
        <translation>{0}（{1}%）</translation>
    </message>
    <message>
        <source>Read: {0}</source>
        <translation>认出：{0}</translation>
    </message>
    <message>
        <source>Give the deck a name that no other has.</source>
        <translation>请给这副扑克取一个未用过的名称。</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>扑克</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试读</translation>
    </message>
    <message>
        <source>Lay three cards in view, take your hands away, and see them named.</source>
        <translation>放三张牌在画面中，把手移开，看是否认对。</translation>
    </message>
    <message>
        <source>Read the cards (F5)</source>
        <translation>识别牌（F5）</translation>
    </message>
    <message>
        <source>A new deck</source>
        <translation>新扑克</translation>
    </message>
    <message>
        <source>Read badly? Show its 54 faces once, a dozen at a time.</source>
        <translation>认得不准？把 54 种牌各展示一次，每次十来张。</translation>
    </message>
    <message>
        <source>name of the deck</source>
        <translation>扑克名称</translation>
    </message>
    <message>
        <source>Learn this deck…</source>
        <translation>学习这副扑克…</translation>
    </message>
</context>
<context>
    <name>DeckWindow</name>
    <message>
        <source>Guandan Eye: a deck is learned</source>
        <translation>掼眼：认识一副牌</translation>
    </message>
    <message>
        <source>Deck {0}</source>
        <translation>牌“{0}”</translation>
    </message>
    <message>
        <source>Learn {0} faces</source>
        <translation>学会这 {0} 种牌</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The pictures are opened.</source>
        <translation>正在打开画面。</translation>
    </message>
    <message>
        <source>The deck is learned: {0} %</source>
        <translation>正在学习：{0} %</translation>
    </message>
    <message>
        <source>Learned. Choose it by its name when a match begins.</source>
        <translation>已学会。比赛开始时按名字选用。</translation>
    </message>
    <message>
        <source>{0} of 54 faces known</source>
        <translation>54 种牌已认识 {0} 种</translation>
    </message>
    <message>
        <source>{0}; all pictures were looked at</source>
        <translation>{0}；画面已看完</translation>
    </message>
    <message>
        <source>All faces are known. Look over the board: click a corner that is in a wrong place.</source>
        <translation>全部认识了。请看一遍牌表：放错的牌角，点一下改正。</translation>
    </message>
    <message>
        <source>Lay some cards so that a corner of each shows, take your hands away, wait until they are outlined, and lay the next ones. Each face once is enough, in any order.</source>
        <translation>摆几张牌，每张露出一个角；手移开，等牌角被圈出，再换下一批。每种牌出现一次即可，次序不限。</translation>
    </message>
</context>
<context>
    <name>DoctorWindow</name>
    <message>
        <source>works</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>MISSING</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>BROKEN</source>
        <translation>损坏</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>window (PySide6)</source>
        <translation>窗口（PySide6）</translation>
    </message>
    <message>
        <source>display</source>
        <translation>显示器</translation>
    </message>
    <message>
        <source>Chinese font</source>
        <translation>中文字体</translation>
    </message>
    <message>
        <source>demo match</source>
        <translation>演示比赛</translation>
    </message>
    <message>
        <source>records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>model: finds card corners</source>
        <translation>模型：查找牌角</translation>
    </message>
    <message>
        <source>model: reads card corners</source>
        <translation>模型：识别牌角</translation>
    </message>
    <message>
        <source>none; commands with --headless work</source>
        <translation>没有；仍可使用带 --headless 的命令</translation>
    </message>
    <message>
        <source>none; video files and entry by hand work</source>
        <translation>没有；仍可读录像或手工录入</translation>
    </message>
    <message>
        <source>not listed on this system; try camera:0</source>
        <translation>本系统无法列出；可试 camera:0</translation>
    </message>
    <message>
        <source>mend the file, or take it away</source>
        <translation>改正该文件，或将其移走</translation>
    </message>
    <message>
        <source>install the program again</source>
        <translation>请重新安装程序</translation>
    </message>
    <message>
        <source>Guandan Eye: this machine</source>
        <translation>掼眼：本机检查</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>{0} things are lacking</source>
        <translation>缺少 {0} 项</translation>
    </message>
    <message>
        <source>Everything that is needed works</source>
        <translation>需要的都正常</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>Happening</name>
    <message>
        <source>Cards, if any: H3 S3</source>
        <translation>牌（可不填）：H3 S3</translation>
    </message>
    <message>
        <source>A note for the record, if any</source>
        <translation>备注（可不填）</translation>
    </message>
    <message>
        <source>How many cards it said</source>
        <translation>所报张数</translation>
    </message>
    <message>
        <source>Seats in the order they go out: E W, or E S N W</source>
        <translation>出完的顺序：东西，或 东南北西</translation>
    </message>
    <message>
        <source>Minutes left, 0 when the time is up</source>
        <translation>剩余分钟，到时填 0</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>noticed by the program</source>
        <translation>程序发现</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>某家</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>waits for a ruling</source>
        <translation>待判罚</translation>
    </message>
    <message>
        <source>ruled: {0}</source>
        <translation>已判：{0}</translation>
    </message>
    <message>
        <source>Takes back what it laid last</source>
        <translation>收回刚出的牌</translation>
    </message>
    <message>
        <source>as the rules allow</source>
        <translation>规则允许时</translation>
    </message>
    <message>
        <source>Reports its cards</source>
        <translation>报牌</translation>
    </message>
    <message>
        <source>how many</source>
        <translation>剩几张</translation>
    </message>
    <message>
        <source>The rest is thrown in</source>
        <translation>余牌摊牌，提前结束</translation>
    </message>
    <message>
        <source>the deal ends</source>
        <translation>本副结束</translation>
    </message>
    <message>
        <source>The time of the round is called</source>
        <translation>本轮时间提示</translation>
    </message>
    <message>
        <source>last deal, or the end</source>
        <translation>最后一副或结束</translation>
    </message>
    <message>
        <source>Forfeits the match</source>
        <translation>弃权</translation>
    </message>
    <message>
        <source>the side of the seat</source>
        <translation>该家一方</translation>
    </message>
    <message>
        <source>Appeals in writing</source>
        <translation>书面申诉</translation>
    </message>
</context>
<context>
    <name>KeysHelp</name>
    <message>
        <source>All keys</source>
        <translation>全部按键</translation>
    </message>
    <message>
        <source>search: undo, Ctrl+Z, report</source>
        <translation>查找：撤销、Ctrl+Z、报牌</translation>
    </message>
    <message>
        <source>Search the keys</source>
        <translation>查找按键</translation>
    </message>
    <message>
        <source>Change (Enter)</source>
        <translation>更改（回车）</translation>
    </message>
    <message>
        <source>Default key</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>This key stays as it is</source>
        <translation>此键固定不变</translation>
    </message>
    <message>
        <source>For {0}</source>
        <translation>改为{0}</translation>
    </message>
    <message>
        <source>No key fits.</source>
        <translation>没有符合的按键。</translation>
    </message>
    <message>
        <source>This key stays as it is.</source>
        <translation>此键固定不变。</translation>
    </message>
    <message>
        <source>{0}: press the new key; Esc leaves it.</source>
        <translation>{0}：请按新键；Esc 不改。</translation>
    </message>
    <message>
        <source>{0} is the key of “{1}”.</source>
        <translation>{0} 已用于“{1}”。</translation>
    </message>
    <message>
        <source>{0} is needed for typing; take it with Ctrl, or a function key.</source>
        <translation>{0} 要用来打字；请加 Ctrl，或用功能键。</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>Lasting</name>
    <message>
        <source>Something inside failed; the record goes on. Details: {0}</source>
        <translation>程序内部出错，记录不受影响。详情：{0}</translation>
    </message>
    <message>
        <source>No Chinese font was found: run guandan-eye doctor</source>
        <translation>没有中文字体：请运行 guandan-eye doctor</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>No records in {0}</source>
        <translation>{0} 中没有记录</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>比赛记录</translation>
    </message>
    <message>
        <source>Name, event, table or date; first letters of pinyin do too</source>
        <translation>姓名、赛事、桌号或日期；也可只输拼音首字母</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>↑ ↓ choose · Enter opens · Esc leaves</source>
        <translation>↑ ↓ 选择 · 回车打开 · Esc 离开</translation>
    </message>
</context>
<context>
    <name>LinkRow</name>
    <message>
        <source>All pages</source>
        <translation>全部页面</translation>
    </message>
    <message>
        <source>Overlay for OBS</source>
        <translation>OBS 叠加层</translation>
    </message>
    <message>
        <source>Referee&apos;s tablet</source>
        <translation>裁判平板</translation>
    </message>
    <message>
        <source>Open hands</source>
        <translation>明牌</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>QR code</source>
        <translation>二维码</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>Not saved: {0}. What was saved before is safe; enter the last one again.</source>
        <translation>未保存：{0}。此前的记录无损；请重新录入最后一项。</translation>
    </message>
    <message>
        <source>The record was changed by another program; it is again as logged. The other text: {0}</source>
        <translation>记录曾被外部改动，已按日志恢复；改动的文本存为 {0}</translation>
    </message>
    <message>
        <source>The log has lost its last lines: enter them again. They are kept in {0}</source>
        <translation>日志丢失了最后几行，请重新录入；原文存于 {0}</translation>
    </message>
    <message>
        <source>“{0}” is kept and comes back into the line afterwards.</source>
        <translation>“{0}”已留存，改完后放回输入行。</translation>
    </message>
    <message>
        <source>Nothing is asked: every play is settled.</source>
        <translation>没有待确认的牌。</translation>
    </message>
</context>
<context>
    <name>MatchPage</name>
    <message>
        <source>A rule set of one&apos;s own</source>
        <translation>自定规则文件</translation>
    </message>
    <message>
        <source>Rules changed from the set: {0}. The record keeps them.</source>
        <translation>有 {0} 条规则已改动，将写入记录。</translation>
    </message>
    <message>
        <source>To change a rule: choose it on the right and press Enter.</source>
        <translation>要改动规则：在右边选中后按回车。</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>赛事</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>桌号</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>may stay empty</source>
        <translation>可不填</translation>
    </message>
    <message>
        <source>number or name</source>
        <translation>编号或名称</translation>
    </message>
    <message>
        <source>A rule set from a file…</source>
        <translation>从文件读取规则…</translation>
    </message>
    <message>
        <source>All rules as in the set</source>
        <translation>全部恢复为原规则</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>A breach</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>It goes on record as hidden cards; what the rules prescribe is proposed</source>
        <translation>记为藏牌（偷牌），并按规则提出处理建议</translation>
    </message>
    <message>
        <source>No breach</source>
        <translation>不违规</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>无图像</translation>
    </message>
    <message>
        <source>{0} took back {1} after laying it.</source>
        <translation>{0}打出 {1} 后又收回。</translation>
    </message>
    <message>
        <source>{0} put {1} to a play of its own that lay there.</source>
        <translation>{0}往自己已打出的牌里添了 {1}。</translation>
    </message>
    <message>
        <source>{0} more wait.</source>
        <translation>另有 {0} 条待处理。</translation>
    </message>
</context>
<context>
    <name>ObsForm</name>
    <message>
        <source>OBS is connected</source>
        <translation>OBS 已连接</translation>
    </message>
    <message>
        <source>No OBS at {0}: is its WebSocket server turned on?</source>
        <translation>{0} 上没有 OBS：它的 WebSocket 服务器打开了吗？</translation>
    </message>
    <message>
        <source>OBS 28 or newer is needed</source>
        <translation>需要 OBS 28 或更新的版本</translation>
    </message>
    <message>
        <source>What answers there is no OBS</source>
        <translation>那里应答的不是 OBS</translation>
    </message>
    <message>
        <source>OBS does not answer</source>
        <translation>OBS 没有应答</translation>
    </message>
    <message>
        <source>OBS has gone; it is tried again</source>
        <translation>OBS 已断开，正在重连</translation>
    </message>
    <message>
        <source>OBS refuses {0}</source>
        <translation>OBS 拒绝了 {0}</translation>
    </message>
    <message>
        <source>OBS asks for its password</source>
        <translation>OBS 需要密码</translation>
    </message>
    <message>
        <source>OBS has another password</source>
        <translation>OBS 的密码不对</translation>
    </message>
    <message>
        <source>OBS follows the match (OBS: Tools, WebSocket Server Settings)</source>
        <translation>OBS 跟随比赛（OBS：工具 → WebSocket 服务器设置）</translation>
    </message>
    <message>
        <source>password of its WebSocket server</source>
        <translation>WebSocket 服务器密码</translation>
    </message>
    <message>
        <source>bombs</source>
        <translation>炸弹</translation>
    </message>
    <message>
        <source>finishes</source>
        <translation>出完牌</translation>
    </message>
    <message>
        <source>rulings</source>
        <translation>裁决</translation>
    </message>
    <message>
        <source>save the replay buffer</source>
        <translation>保存回放缓冲</translation>
    </message>
    <message>
        <source>chapter mark in the recording</source>
        <translation>录像中加章节标记</translation>
    </message>
    <message>
        <source>Load our browser sources anew when OBS is reached</source>
        <translation>连上 OBS 时刷新本程序的浏览器源</translation>
    </message>
    <message>
        <source>Scene while a deal is played</source>
        <translation>打牌时的场景</translation>
    </message>
    <message>
        <source>Scene between deals</source>
        <translation>两副之间的场景</translation>
    </message>
    <message>
        <source>Scene while the referee is called</source>
        <translation>裁判到场时的场景</translation>
    </message>
    <message>
        <source>the scene stays</source>
        <translation>场景不变</translation>
    </message>
    <message>
        <source>At</source>
        <translation>在</translation>
    </message>
    <message>
        <source>cannot be kept: {0}</source>
        <translation>无法保存：{0}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保存</translation>
    </message>
</context>
<context>
    <name>PlayersPage</name>
    <message>
        <source>Hands dealt beforehand</source>
        <translation>预制牌</translation>
    </message>
    <message>
        <source>{0} is so late that it forfeits the round.</source>
        <translation>{0}迟到过久，本轮视为弃权。</translation>
    </message>
    <message>
        <source>{0} begins at {1}, {2} at {3}; the first deal is played at {4}.</source>
        <translation>{0}从 {1} 打起，{2}从 {3} 打起；第一副打 {4}。</translation>
    </message>
    <message>
        <source>{0}: {1} deals</source>
        <translation>{0}：{1} 副</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>player&apos;s name</source>
        <translation>牌手姓名</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>起始级数</translation>
    </message>
    <message>
        <source>First deal at</source>
        <translation>第一副打</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>迟到</translation>
    </message>
    <message>
        <source>Deals</source>
        <translation>副数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不用</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
</context>
<context>
    <name>PlaysPanel</name>
    <message>
        <source>Plays</source>
        <translation>出牌记录</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>回到最新</translation>
    </message>
    <message>
        <source>Replay {0}</source>
        <translation>回看 {0}</translation>
    </message>
    <message>
        <source>The pictures of the chosen play again, slowly ({0}, or R in the list)</source>
        <translation>慢放所选出牌的画面（{0}，或在列表中按 R）</translation>
    </message>
    <message>
        <source>{0} corrects, {1}: next asked</source>
        <translation>{0} 更正，{1} 待核</translation>
    </message>
    <message>
        <source>Only asked</source>
        <translation>只看待核</translation>
    </message>
    <message>
        <source>List only what is asked ({0})</source>
        <translation>只列出待核的（{0}）</translation>
    </message>
</context>
<context>
    <name>ProposalPanel</name>
    <message>
        <source>Accept (Enter)</source>
        <translation>认可（回车）</translation>
    </message>
    <message>
        <source>No play</source>
        <translation>不是出牌</translation>
    </message>
    <message>
        <source>Cards set right, shown by accident, or taken back</source>
        <translation>理牌、误亮或收回的牌</translation>
    </message>
    <message>
        <source>Aside (Esc)</source>
        <translation>搁置（Esc）</translation>
    </message>
    <message>
        <source>Take it as proposed for now and mark it as asked</source>
        <translation>先按识别结果记下，标为“待核”</translation>
    </message>
    <message>
        <source>Answer to the proposal</source>
        <translation>对识别结果的答复</translation>
    </message>
    <message>
        <source>Click to see it large</source>
        <translation>点击放大</translation>
    </message>
    <message>
        <source>or type: H3 S3</source>
        <translation>改为：H3 S3</translation>
    </message>
    <message>
        <source>Nothing waits</source>
        <translation>没有待定的牌</translation>
    </message>
    <message>
        <source>What the camera is not sure of, or the rules do not allow, is asked here.</source>
        <translation>摄像头看不准的牌、规则不允许的牌，会在这里请裁判确认。</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>无图像</translation>
    </message>
    <message>
        <source>and {0} later readings wait for this</source>
        <translation>后面还有 {0} 手等着它</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>another play waits here (Esc)</source>
        <translation>另有一手待确认（Esc）</translation>
    </message>
    <message>
        <source>No other readings are at hand: type what it was.</source>
        <translation>没有其他识别结果，请直接输入。</translation>
    </message>
    <message>
        <source>Or: {0} (Page Down)</source>
        <translation>或：{0}（Page Down）</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>What was not read cannot be guessed: type it.</source>
        <translation>未认出的牌无法推测，请输入。</translation>
    </message>
    <message>
        <source>No other reading is likely.</source>
        <translation>没有其他可能。</translation>
    </message>
    <message>
        <source>{0} % sure</source>
        <translation>把握 {0}%</translation>
    </message>
    <message>
        <source>not the likeliest</source>
        <translation>不是最可能的</translation>
    </message>
    <message>
        <source>; {0} of {1}, Down: {2}</source>
        <translation>；第 {0}/{1} 种，按 ↓：{2}</translation>
    </message>
    <message>
        <source>Correct (Enter)</source>
        <translation>更正（回车）</translation>
    </message>
    <message>
        <source>What was seen is no play.</source>
        <translation>看到的不是出牌。</translation>
    </message>
    <message>
        <source>It has only just come: look, then press Enter.</source>
        <translation>刚刚出现：请看清再按回车。</translation>
    </message>
    <message>
        <source>no picture: it was typed</source>
        <translation>无图：手工输入</translation>
    </message>
    <message>
        <source>no picture: it follows from what came after</source>
        <translation>无图：由后手推定</translation>
    </message>
    <message>
        <source>its picture is no more at hand; Replay may show it</source>
        <translation>图已不在手边，可用回放查看</translation>
    </message>
</context>
<context>
    <name>QuestionPanel</name>
    <message>
        <source>What is this card?</source>
        <translation>这是什么牌？</translation>
    </message>
    <message>
        <source>No card is in doubt. Click one to say what it is.</source>
        <translation>没有存疑的牌。点一张牌可以指明。</translation>
    </message>
    <message>
        <source>No card</source>
        <translation>不是牌</translation>
    </message>
    <message>
        <source>H3, ♠10, SB, HR; Enter alone takes the first</source>
        <translation>H3、♠10、小王、大王；直接回车取第一个</translation>
    </message>
    <message>
        <source>Type one card: its suit, then its rank, such as H3</source>
        <translation>请输入一张牌：先花色后点数，如 H3</translation>
    </message>
</context>
<context>
    <name>ReadingPage</name>
    <message>
        <source>Reading {0}</source>
        <translation>正在读取 {0}</translation>
    </message>
    <message>
        <source>then: {0}</source>
        <translation>读完后：{0}</translation>
    </message>
    <message>
        <source>Esc leaves</source>
        <translation>Esc 返回</translation>
    </message>
</context>
<context>
    <name>ReadyPage</name>
    <message>
        <source>Match</source>
        <translation>比赛</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>牌手</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>扑克</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>第 {0} 桌</translation>
    </message>
    <message>
        <source>table without a number</source>
        <translation>桌号未填</translation>
    </message>
    <message>
        <source>no event</source>
        <translation>赛事未填</translation>
    </message>
    <message>
        <source>round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>and {0} more changes</source>
        <translation>另有 {0} 处改动</translation>
    </message>
    <message>
        <source>{0} at {1}, {2} at {3}; first deal at {4}</source>
        <translation>{0}打 {1}，{2}打 {3}；第一副打 {4}</translation>
    </message>
    <message>
        <source>{0} is {1} min late</source>
        <translation>{0}迟到 {1} 分钟</translation>
    </message>
    <message>
        <source>it forfeits</source>
        <translation>视为弃权</translation>
    </message>
    <message>
        <source>hands from {0}</source>
        <translation>预制牌：{0}</translation>
    </message>
    <message>
        <source>none: everything by hand</source>
        <translation>不用：全部手工录入</translation>
    </message>
    <message>
        <source>{0}, calibrated</source>
        <translation>{0}，已标定</translation>
    </message>
    <message>
        <source>{0}, not calibrated: the whole picture is the table</source>
        <translation>{0}，未标定：整个画面作为牌桌</translation>
    </message>
    <message>
        <source>usual decks</source>
        <translation>常用扑克</translation>
    </message>
</context>
<context>
    <name>RecordPage</name>
    <message>
        <source>Looking for the picture</source>
        <translation>正在查找画面</translation>
    </message>
    <message>
        <source>No picture of this moment was kept.</source>
        <translation>没有保存这一刻的画面。</translation>
    </message>
    <message>
        <source>Deal {0}, level {1}</source>
        <translation>第 {0} 副，打 {1}</translation>
    </message>
    <message>
        <source>no events</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>event {0} of {1}</source>
        <translation>第 {0} 行，共 {1} 行</translation>
    </message>
    <message>
        <source>The rules refuse this event; C says why.</source>
        <translation>这一行不合规则；按 C 看原因。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Corrected by event {0}; what stands now:</source>
        <translation>已由第 {0} 行更正，现为：</translation>
    </message>
    <message>
        <source>Records (Esc)</source>
        <translation>记录列表（Esc）</translation>
    </message>
    <message>
        <source>Score sheet (P)</source>
        <translation>成绩单（P）</translation>
    </message>
    <message>
        <source>Spreadsheet (X)</source>
        <translation>表格（X）</translation>
    </message>
    <message>
        <source>All forms (A)</source>
        <translation>全部格式（A）</translation>
    </message>
    <message>
        <source>Replay (R)</source>
        <translation>回放（R）</translation>
    </message>
    <message>
        <source>Check (C)</source>
        <translation>检查（C）</translation>
    </message>
    <message>
        <source>Statistics (T)</source>
        <translation>统计（T）</translation>
    </message>
    <message>
        <source>Go on with this match (G)</source>
        <translation>继续这场比赛（G）</translation>
    </message>
    <message>
        <source>← → move · ↑ ↓ trick · PgUp PgDn deal · Home End</source>
        <translation>← → 一手 · ↑ ↓ 一圈 · PgUp PgDn 一副 · Home End 首尾</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画面</translation>
    </message>
    <message>
        <source>round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>{0} 桌</translation>
    </message>
    <message>
        <source>Check (C), faults: {0}</source>
        <translation>检查（C）：{0} 处问题</translation>
    </message>
    <message>
        <source>Check (C), noticed: {0}</source>
        <translation>检查（C）：发现 {0} 处</translation>
    </message>
</context>
<context>
    <name>ReplayWindow</name>
    <message>
        <source>Looking for the pictures</source>
        <translation>正在查找画面</translation>
    </message>
    <message>
        <source>No pictures of this play were kept.</source>
        <translation>这一手没有留存画面。</translation>
    </message>
    <message>
        <source>picture {0} of {1}, match time {2}</source>
        <translation>第 {0}/{1} 帧，比赛时间 {2}</translation>
    </message>
    <message>
        <source>A clip of {0} s</source>
        <translation>片段长 {0} 秒</translation>
    </message>
    <message>
        <source>Writing {0}</source>
        <translation>正在写入 {0}</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>已保存：{0}</translation>
    </message>
    <message>
        <source>Stop (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>Go on (Space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Picture back (←)</source>
        <translation>上一帧（←）</translation>
    </message>
    <message>
        <source>Picture on (→)</source>
        <translation>下一帧（→）</translation>
    </message>
    <message>
        <source>Play before (PgUp)</source>
        <translation>上一手（PgUp）</translation>
    </message>
    <message>
        <source>Next play (PgDn)</source>
        <translation>下一手（PgDn）</translation>
    </message>
    <message>
        <source>Clip from here (I)</source>
        <translation>片段起点（I）</translation>
    </message>
    <message>
        <source>Clip to here (O)</source>
        <translation>片段终点（O）</translation>
    </message>
    <message>
        <source>Save clip (S)</source>
        <translation>保存片段（S）</translation>
    </message>
    <message>
        <source>Save still (P)</source>
        <translation>保存截图（P）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Speed: key {0}</source>
        <translation>速度：按键 {0}</translation>
    </message>
    <message>
        <source>Time line</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>画面</translation>
    </message>
</context>
<context>
    <name>RulesTree</name>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>In this match</source>
        <translation>本场</translation>
    </message>
    <message>
        <source>{0} (changed; the set says: {1})</source>
        <translation>{0}（已改；原规则：{1}）</translation>
    </message>
</context>
<context>
    <name>RulingDialog</name>
    <message>
        <source>Call of the referee</source>
        <translation>呼叫裁判</translation>
    </message>
    <message>
        <source>Type to find: turn, cards, report …</source>
        <translation>输入查找：越序、暴露、报牌；或拼音首字母 yxcp</translation>
    </message>
    <message>
        <source>Who (Alt and the letter)</source>
        <translation>哪一家（Alt+字母）</translation>
    </message>
    <message>
        <source>Enter it (Enter)</source>
        <translation>记录（回车）</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>What happened?</source>
        <translation>发生了什么？</translation>
    </message>
    <message>
        <source>Say who: Alt and the letter of the seat.</source>
        <translation>请指明哪一家：Alt 加该家字母。</translation>
    </message>
    <message>
        <source>nothing more is asked of this</source>
        <translation>此项无需填写</translation>
    </message>
    <message>
        <source>About line {0}: {1} (Alt and the arrows: another one)</source>
        <translation>关于第 {0} 行：{1}（Alt+左右键换一手）</translation>
    </message>
</context>
<context>
    <name>RulingPage</name>
    <message>
        <source>Record (Enter)</source>
        <translation>记录判罚（回车）</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回（Esc）</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>某家</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Ruled before: {0}. A new ruling takes its place; or strike it in the list of plays.</source>
        <translation>已裁决：{0}。新裁决将取代它；也可在出牌列表中删除。</translation>
    </message>
    <message>
        <source>The rules prescribe: {0}</source>
        <translation>规则规定：{0}</translation>
    </message>
    <message>
        <source>The rules prescribe nothing for this.</source>
        <translation>规则对此没有规定。</translation>
    </message>
    <message>
        <source>Reason, as it is not what the rules prescribe</source>
        <translation>理由（与规定不同，必填）</translation>
    </message>
    <message>
        <source>Reason, if any</source>
        <translation>理由（可不填）</translation>
    </message>
    <message>
        <source>Say why it is decided otherwise.</source>
        <translation>请写明不按规定判罚的理由。</translation>
    </message>
</context>
<context>
    <name>SeatCard</name>
    <message>
        <source>left</source>
        <translation>张</translation>
    </message>
    <message>
        <source>to move</source>
        <translation>该出牌</translation>
    </message>
    <message>
        <source>to move {0}</source>
        <translation>该出牌 {0}</translation>
    </message>
    <message>
        <source>passed, asked</source>
        <translation>过牌，待核</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>asked</source>
        <translation>待核</translation>
    </message>
</context>
<context>
    <name>SetupWindow</name>
    <message>
        <source>The match begins…</source>
        <translation>比赛开始…</translation>
    </message>
    <message>
        <source>Guandan Eye: new match</source>
        <translation>掼眼：新比赛</translation>
    </message>
    <message>
        <source>New match</source>
        <translation>新比赛</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>比赛</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>牌手</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像头</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>扑克</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回（Esc）</translation>
    </message>
    <message>
        <source>Begin the match (Enter)</source>
        <translation>开始比赛（回车）</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>下一步（回车）</translation>
    </message>
    <message>
        <source>Begin now (Ctrl+Enter)</source>
        <translation>立即开始（Ctrl+回车）</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Guandan Eye</source>
        <translation>掼眼</translation>
    </message>
    <message>
        <source>The camera proposes, the rules check, the referee decides.</source>
        <translation>摄像头提议，规则核对，裁判决定。</translation>
    </message>
    <message>
        <source>New match</source>
        <translation>新比赛</translation>
    </message>
    <message>
        <source>Set up the table and begin</source>
        <translation>设置牌桌并开始</translation>
    </message>
    <message>
        <source>no match was broken off</source>
        <translation>没有中断的比赛</translation>
    </message>
    <message>
        <source>Go on with the match</source>
        <translation>继续比赛</translation>
    </message>
    <message>
        <source>Open a record</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Read a match that was recorded</source>
        <translation>查看已记录的比赛</translation>
    </message>
    <message>
        <source>Practise</source>
        <translation>练习</translation>
    </message>
    <message>
        <source>The bundled match, from its video</source>
        <translation>随附的比赛录像</translation>
    </message>
    <message>
        <source>Check this machine</source>
        <translation>检查本机</translation>
    </message>
    <message>
        <source>Camera, models, fonts: what works</source>
        <translation>摄像头、模型、字体是否正常</translation>
    </message>
    <message>
        <source>open in another window</source>
        <translation>已在另一窗口打开</translation>
    </message>
    <message>
        <source>round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>第 {0} 桌</translation>
    </message>
    <message>
        <source>deal {0}</source>
        <translation>第 {0} 副</translation>
    </message>
    <message>
        <source>before the first deal</source>
        <translation>第一副之前</translation>
    </message>
</context>
<context>
    <name>StartWindow</name>
    <message>
        <source>Guandan Eye</source>
        <translation>掼眼</translation>
    </message>
    <message>
        <source>Practice</source>
        <translation>练习</translation>
    </message>
    <message>
        <source>Choose it once more to go on without a camera.</source>
        <translation>再选一次则不用摄像头继续。</translation>
    </message>
    <message>
        <source>round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>{0} 桌</translation>
    </message>
</context>
<context>
    <name>StatisticsView</name>
    <message>
        <source>{0}: {1} deals won, {2} levels gained, from {3} to {4}</source>
        <translation>{0}：胜 {1} 副，升 {2} 级，从 {3} 到 {4}</translation>
    </message>
    <message>
        <source>Thinking time in all</source>
        <translation>思考总时间</translation>
    </message>
    <message>
        <source>Median of a turn</source>
        <translation>每手用时中位数</translation>
    </message>
    <message>
        <source>Length of the deals, min:s, coloured by who won</source>
        <translation>每副用时（分:秒），颜色为胜方</translation>
    </message>
    <message>
        <source>Levels after each deal</source>
        <translation>每副后的级数</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>牌手</translation>
    </message>
    <message>
        <source>Plays</source>
        <translation>出牌</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>Bombs</source>
        <translation>炸弹</translation>
    </message>
    <message>
        <source>First out</source>
        <translation>上游</translation>
    </message>
    <message>
        <source>Left last</source>
        <translation>末游</translation>
    </message>
    <message>
        <source>Time in all</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Longest thinking</source>
        <translation>最长思考</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回（Esc）</translation>
    </message>
    <message>
        <source>Thinking is turns whose time is known: no pass that was inferred, nor the turn after it, and not the first play of a deal, in whose time hands are sorted. Pauses are taken out. At a double both of a pair are left last.</source>
        <translation>只计用时确知的手：推断的过牌及其后一手不计，每副首出（含理牌）不计，暂停已扣除。双下时两家都计末游。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Try the camera again ({0})</source>
        <translation>重试摄像头（{0}）</translation>
    </message>
    <message>
        <source>Record {0}</source>
        <translation>记录 {0}</translation>
    </message>
    <message>
        <source>saved up to line {0}</source>
        <translation>已存到第 {0} 行</translation>
    </message>
    <message>
        <source>nothing recorded yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>no camera</source>
        <translation>无摄像头</translation>
    </message>
    <message>
        <source>{0}: no further pictures</source>
        <translation>{0}：没有后续图像</translation>
    </message>
    <message>
        <source>{0}: no picture for {1} s</source>
        <translation>{0}：{1} 秒没有图像</translation>
    </message>
    <message>
        <source>{0}: no picture yet</source>
        <translation>{0}：尚无图像</translation>
    </message>
    <message>
        <source>{0}: {1} pictures/s, {2} dropped</source>
        <translation>{0}：每秒 {1} 帧，丢 {2} 帧</translation>
    </message>
</context>
<context>
    <name>StepList</name>
    <message>
        <source>Course of the match</source>
        <translation>比赛过程</translation>
    </message>
</context>
<context>
    <name>SwitchForm</name>
    <message>
        <source>Change a rule</source>
        <translation>改动规则</translation>
    </message>
    <message>
        <source>The rule set says: {0}</source>
        <translation>原规则：{0}</translation>
    </message>
    <message>
        <source>Take (Enter)</source>
        <translation>采用（回车）</translation>
    </message>
    <message>
        <source>As in the rule set</source>
        <translation>恢复原规则</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>取消（Esc）</translation>
    </message>
    <message>
        <source>This cannot be read; write it like the example.</source>
        <translation>无法识别，请照示例填写。</translation>
    </message>
</context>
<context>
    <name>TableView</name>
    <message>
        <source>Evidence of the play that waits. Click to go back.</source>
        <translation>待定这手牌的图像。点击返回。</translation>
    </message>
    <message>
        <source>Waiting for the first picture of {0}</source>
        <translation>等待 {0} 的第一帧图像</translation>
    </message>
    <message>
        <source>No camera: plays are typed by hand.</source>
        <translation>没有摄像头：请手工录入。</translation>
    </message>
    <message>
        <source>{0} to move</source>
        <translation>{0} 该出牌</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Deal {0}, level {1}</source>
        <translation>第 {0} 副，打 {1}</translation>
    </message>
    <message>
        <source>Deal 1, level {0}, from the first play</source>
        <translation>第 1 副，打 {0}，首手出牌即开始</translation>
    </message>
    <message>
        <source>No deal</source>
        <translation>未开局</translation>
    </message>
    <message>
        <source>{0} at {1}</source>
        <translation>{0} 打 {1}</translation>
    </message>
    <message>
        <source>Rules: {0}</source>
        <translation>规则：{0}</translation>
    </message>
    <message>
        <source>{0} accepted, {1} asked, {2} typed</source>
        <translation>自动 {0}，待核 {1}，手录 {2}</translation>
    </message>
    <message>
        <source>New deal ({0})</source>
        <translation>新的一副（{0}）</translation>
    </message>
    <message>
        <source>Language ({0})</source>
        <translation>语言（{0}）</translation>
    </message>
    <message>
        <source>● On air ({0})</source>
        <translation>● 直播中（{0}）</translation>
    </message>
    <message>
        <source>Go on air ({0})</source>
        <translation>开播（{0}）</translation>
    </message>
    <message>
        <source>Overlays and feeds ({0})</source>
        <translation>叠加层与数据（{0}）</translation>
    </message>
    <message>
        <source>Keys ({0})</source>
        <translation>按键（{0}）</translation>
    </message>
</context>
<context>
    <name>TributePanel</name>
    <message>
        <source>Tribute is refused</source>
        <translation>抗贡</translation>
    </message>
    <message>
        <source>Tribute is done</source>
        <translation>进还贡完毕</translation>
    </message>
    <message>
        <source>Tribute ({0})</source>
        <translation>进贡（{0}）</translation>
    </message>
</context>
<context>
    <name>TrickPanel</name>
    <message>
        <source>On the table, laid by {0}</source>
        <translation>桌上的牌，{0}所出</translation>
    </message>
    <message>
        <source>The match is over</source>
        <translation>比赛结束</translation>
    </message>
    <message>
        <source>The deal begins with the first play: whoever lays it leads</source>
        <translation>首手出牌即开始，先出者领出</translation>
    </message>
    <message>
        <source>No deal yet: start one ({0})</source>
        <translation>还没有开始：按 {0} 开始一副</translation>
    </message>
    <message>
        <source>The deal is over ({0}: next)</source>
        <translation>本副结束（{0}：下一副）</translation>
    </message>
    <message>
        <source>{0} leads</source>
        <translation>{0}领出</translation>
    </message>
</context>
<context>
    <name>UnseenCorner</name>
    <message>
        <source>Cards still out</source>
        <translation>未出的牌</translation>
    </message>
    <message>
        <source>out: {0}</source>
        <comment>all cards that are still out</comment>
        <translation>共 {0}</translation>
    </message>
</context>
<context>
    <name>WarningRow</name>
    <message>
        <source>Breach</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>It goes on record as an irregularity, to be ruled on</source>
        <translation>记为违规，待判罚</translation>
    </message>
    <message>
        <source>Seen ({0})</source>
        <translation>已知（{0}）</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>已知</translation>
    </message>
    <message>
        <source>The warning goes away; nothing is recorded</source>
        <translation>提示消失，不作记录</translation>
    </message>
</context>
<context>
    <name>WarningsBar</name>
    <message>
        <source>{0} more</source>
        <translation>还有 {0} 条</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>By hand</source>
        <translation>手工录入</translation>
    </message>
    <message>
        <source>Proposal</source>
        <translation>待定的牌</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Referee</source>
        <translation>裁判</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Accept the proposal, or what is typed</source>
        <translation>认可待定的牌，或确认所输入的</translation>
    </message>
    <message>
        <source>Put the proposal aside, or leave what is typed</source>
        <translation>搁置待定的牌，或放弃所输入的</translation>
    </message>
    <message>
        <source>Next or previous candidate</source>
        <translation>下一个或上一个可能</translation>
    </message>
    <message>
        <source>Go to the proposal</source>
        <translation>转到待定的牌</translation>
    </message>
    <message>
        <source>Type a play</source>
        <translation>录入出牌</translation>
    </message>
    <message>
        <source>Pass, on an empty line</source>
        <translation>过牌（空行时）</translation>
    </message>
    <message>
        <source>Pass, wherever the keys are</source>
        <translation>过牌（任何时候）</translation>
    </message>
    <message>
        <source>Card-count report of whoever laid last</source>
        <translation>刚出牌一家报牌</translation>
    </message>
    <message>
        <source>Tribute or return</source>
        <translation>进贡或还贡</translation>
    </message>
    <message>
        <source>Cards thrown in: end the deal</source>
        <translation>摊牌：结束本副</translation>
    </message>
    <message>
        <source>For the first seat</source>
        <translation>改为第一家</translation>
    </message>
    <message>
        <source>For the second seat</source>
        <translation>改为第二家</translation>
    </message>
    <message>
        <source>For the third seat</source>
        <translation>改为第三家</translation>
    </message>
    <message>
        <source>For the fourth seat</source>
        <translation>改为第四家</translation>
    </message>
    <message>
        <source>Correct the chosen or the newest line</source>
        <translation>更正所选或最新一行</translation>
    </message>
    <message>
        <source>Strike the chosen or the newest line: it never was</source>
        <translation>删除选中或最新一行（从未发生）</translation>
    </message>
    <message>
        <source>Earlier or later line, while correcting</source>
        <translation>更正时：前一行或后一行</translation>
    </message>
    <message>
        <source>Other readings of an asked play, while correcting</source>
        <translation>更正时：待确认牌的其他识别结果</translation>
    </message>
    <message>
        <source>Go to the oldest asked line</source>
        <translation>转到最早的待核行</translation>
    </message>
    <message>
        <source>The pictures of the chosen or the newest play again</source>
        <translation>回看所选或最新出牌的画面</translation>
    </message>
    <message>
        <source>List only what is asked</source>
        <translation>只列出待核的</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Do again</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Do again (second key)</source>
        <translation>重做（第二个键）</translation>
    </message>
    <message>
        <source>Call the referee, or go on</source>
        <translation>呼叫裁判，或继续</translation>
    </message>
    <message>
        <source>Breaches and rulings</source>
        <translation>违规与判罚</translation>
    </message>
    <message>
        <source>At a call: whose it is</source>
        <translation>呼叫裁判时：是哪一家</translation>
    </message>
    <message>
        <source>The newest warning has been seen</source>
        <translation>最新的提醒已看到</translation>
    </message>
    <message>
        <source>After a deal: a side confirms, the next deal begins</source>
        <translation>一副结束后：一方确认、开始下一副</translation>
    </message>
    <message>
        <source>Speak warnings into an earphone, or be silent</source>
        <translation>耳机语音提示，开或关</translation>
    </message>
    <message>
        <source>New deal</source>
        <translation>新的一副</translation>
    </message>
    <message>
        <source>Show or hide the cards still out</source>
        <translation>显示或隐藏未出的牌</translation>
    </message>
    <message>
        <source>On air: overlays and feeds</source>
        <translation>直播：叠加层与数据</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>深色或浅色</translation>
    </message>
    <message>
        <source>Try the camera again</source>
        <translation>重试摄像头</translation>
    </message>
    <message>
        <source>Chinese or English</source>
        <translation>中文或英文</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>全部按键</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
</context>
<context>
    <name>by_hand</name>
    <message>
        <source>pass</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>Correct line {0}: {1} {2}</source>
        <translation>更正第 {0} 行：{1} {2}</translation>
    </message>
    <message>
        <source>Strike line {0}: {1}</source>
        <translation>删除第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>Cards left, reported by</source>
        <translation>报牌的是</translation>
    </message>
    <message>
        <source>Tribute</source>
        <translation>进还贡</translation>
    </message>
    <message>
        <source>Cards thrown in: who goes out, in order</source>
        <translation>摊牌：按顺序写谁出完</translation>
    </message>
    <message>
        <source>By hand ({0}), for</source>
        <translation>手工录入（{0}）：</translation>
    </message>
    <message>
        <source>{0} gives back</source>
        <translation>{0}还贡</translation>
    </message>
    <message>
        <source>{0} pays</source>
        <translation>{0}进贡</translation>
    </message>
    <message>
        <source>{0} gives back to {1}</source>
        <translation>{0}还{1}</translation>
    </message>
    <message>
        <source>{0} pays {1}</source>
        <translation>{0}进贡{1}</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 处</translation>
    </message>
    <message>
        <source>one card, or x: refused</source>
        <translation>一张牌；抗贡输 x</translation>
    </message>
    <message>
        <source>seats, first out first: E S</source>
        <translation>按出完顺序：东 南</translation>
    </message>
    <message>
        <source>reason, if any</source>
        <translation>理由（可不填）</translation>
    </message>
    <message>
        <source>cards: H3 S3</source>
        <translation>牌：H3 S3</translation>
    </message>
    <message>
        <source>Pick the seat: {0} to {1}.</source>
        <translation>请选座位（{0} 至 {1}）。</translation>
    </message>
    <message>
        <source>Write how many cards are left.</source>
        <translation>请输入剩余张数。</translation>
    </message>
    <message>
        <source>No tribute and no return is due.</source>
        <translation>现在无须进贡或还贡。</translation>
    </message>
    <message>
        <source>Tribute is refused.</source>
        <translation>抗贡。</translation>
    </message>
    <message>
        <source>One card is given.</source>
        <translation>只进、还一张牌。</translation>
    </message>
    <message>
        <source>{0} is too high: {1} goes back, unless none is held.</source>
        <translation>{0} 过大：应还{1}，手中没有时除外。</translation>
    </message>
    <message>
        <source>{0} gives back: {1}</source>
        <translation>{0}还贡：{1}</translation>
    </message>
    <message>
        <source>{0} pays: {1}</source>
        <translation>{0}进贡：{1}</translation>
    </message>
    <message>
        <source>10 or lower</source>
        <translation>10 及以下的牌</translation>
    </message>
    <message>
        <source>lower than 10</source>
        <translation>10 以下的牌</translation>
    </message>
    <message>
        <source>10 or lower (9 at level 10)</source>
        <translation>10 及以下（打 10 时 9 及以下）的牌</translation>
    </message>
    <message>
        <source>lower than the level cards</source>
        <translation>小于级牌的牌</translation>
    </message>
    <message>
        <source>Name each seat once: E S W.</source>
        <translation>每家只写一次：东 南 西。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between places</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>place, seat</comment>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0}: both of a side are out, the deal ends there: name no more.</source>
        <translation>{0}：双下，本副到此结束，不必再写。</translation>
    </message>
    <message>
        <source>still missing: {0} ({1})</source>
        <translation>还缺{0}（{1}）</translation>
    </message>
    <message>
        <source>Who is out already need not be named.</source>
        <translation>已出完的不必再写。</translation>
    </message>
    <message>
        <source>The rest is thrown in: {0}</source>
        <translation>余牌不再打：{0}</translation>
    </message>
    <message>
        <source>{0} is too high: Enter again records it all the same.</source>
        <translation>{0} 过大：再按回车仍然记录。</translation>
    </message>
    <message>
        <source>It never was: Enter strikes it. It stays in the log as struck out.</source>
        <translation>从未发生：回车删除。日志中仍留有删除记录。</translation>
    </message>
</context>
<context>
    <name>camera</name>
    <message>
        <source>No picture from the camera: check its cable. Go on typing.</source>
        <translation>摄像头没有画面：请检查连线。可继续手工录入。</translation>
    </message>
    <message>
        <source>The picture stands still: plug the camera in anew. Go on typing.</source>
        <translation>画面静止不动：请重新插拔摄像头。可继续手工录入。</translation>
    </message>
    <message>
        <source>The picture is black: is the lens covered? Go on typing.</source>
        <translation>画面全黑：镜头是否被遮住？可继续手工录入。</translation>
    </message>
    <message>
        <source>no picture for {0} s</source>
        <translation>{0} 秒没有画面</translation>
    </message>
    <message>
        <source>picture stands still for {0} s</source>
        <translation>画面静止 {0} 秒</translation>
    </message>
    <message>
        <source>picture black for {0} s</source>
        <translation>画面全黑 {0} 秒</translation>
    </message>
</context>
<context>
    <name>conduct</name>
    <message>
        <source>Drew a card out of turn</source>
        <translation>越序抓牌</translation>
    </message>
    <message>
        <source>Played out of turn</source>
        <translation>越序出牌</translation>
    </message>
    <message>
        <source>Gesture or word of playing out of turn</source>
        <translation>越序示意出牌</translation>
    </message>
    <message>
        <source>Passed out of turn</source>
        <translation>越序表态</translation>
    </message>
    <message>
        <source>Illegal play</source>
        <translation>错牌</translation>
    </message>
    <message>
        <source>Exposed cards</source>
        <translation>暴露张</translation>
    </message>
    <message>
        <source>Laid a play in parts</source>
        <translation>分次出牌</translation>
    </message>
    <message>
        <source>Wrong card-count report</source>
        <translation>报错牌张</translation>
    </message>
    <message>
        <source>Late card-count report</source>
        <translation>报牌过迟</translation>
    </message>
    <message>
        <source>No card-count report</source>
        <translation>未报牌</translation>
    </message>
    <message>
        <source>Hid or took back cards</source>
        <translation>藏牌、偷牌</translation>
    </message>
    <message>
        <source>Wrong tribute</source>
        <translation>错贡</translation>
    </message>
    <message>
        <source>Wrong return</source>
        <translation>错还</translation>
    </message>
    <message>
        <source>Gave no card back</source>
        <translation>不还贡</translation>
    </message>
    <message>
        <source>Overran the time</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Too few or too many cards</source>
        <translation>少张、多张</translation>
    </message>
    <message>
        <source>Wild card laid out of its place</source>
        <translation>红心级牌放错位置</translation>
    </message>
    <message>
        <source>Looked at covered cards</source>
        <translation>查看已扣的牌</translation>
    </message>
    <message>
        <source>Signals suspected</source>
        <translation>明示、暗示嫌疑</translation>
    </message>
    <message>
        <source>Signals proven</source>
        <translation>确实传递非法信息</translation>
    </message>
    <message>
        <source>Misconduct, or refused a ruling</source>
        <translation>扰乱赛场、不服判罚</translation>
    </message>
    <message>
        <source>the cards go back to the hand</source>
        <translation>收回所出的牌</translation>
    </message>
    <message>
        <source>oral warning</source>
        <translation>口头警告</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>violation</source>
        <translation>记违例</translation>
    </message>
    <message>
        <source>misses one round of play</source>
        <translation>停止一轮出牌</translation>
    </message>
    <message>
        <source>the right card is given instead</source>
        <translation>重新给牌</translation>
    </message>
    <message>
        <source>the cards go back and are played again</source>
        <translation>收回重出</translation>
    </message>
    <message>
        <source>the deal is void and drawn anew</source>
        <translation>本副作废，重新抓牌</translation>
    </message>
    <message>
        <source>loses the match</source>
        <translation>判负</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>停赛</translation>
    </message>
    <message>
        <source>{0} out of turn: {1}</source>
        <translation>{0}越序：{1}</translation>
    </message>
    <message>
        <source>{0} may not pass now</source>
        <translation>{0}此时不能过牌</translation>
    </message>
    <message>
        <source>{0} laid {1}, which is not allowed</source>
        <translation>{0}出 {1}，不合规则</translation>
    </message>
    <message>
        <source>{0} laid {1}, more than it has left</source>
        <translation>{0}出 {1}，多于余牌</translation>
    </message>
    <message>
        <source>{0} up by {1}</source>
        <translation>{0}升 {1} 级</translation>
    </message>
    <message>
        <source>{0} down by {1}</source>
        <translation>{0}降 {1} 级</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <comment>whom, what</comment>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between awards</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>no penalty</source>
        <translation>不予处罚</translation>
    </message>
    <message>
        <source>As prescribed: {0}</source>
        <translation>按规定：{0}</translation>
    </message>
    <message>
        <source>It stands, no penalty</source>
        <translation>维持现状，不予处罚</translation>
    </message>
    <message>
        <source>The chief referee decides.</source>
        <translation>由裁判长决定。</translation>
    </message>
    <message>
        <source>The referee decides.</source>
        <translation>由裁判员决定。</translation>
    </message>
    <message>
        <source>not prescribed</source>
        <translation>无规定</translation>
    </message>
    <message>
        <source>opponents {0}</source>
        <translation>对方 {0}</translation>
    </message>
    <message>
        <source>own side {0}</source>
        <translation>本方 {0}</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between counts</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>levels: {0}</source>
        <translation>级数：{0}</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>某家</translation>
    </message>
    <message>
        <source>{0} has {1} cards left: report due</source>
        <translation>{0}剩 {1} 张，应报牌</translation>
    </message>
    <message>
        <source>{0}: {1} would lie there a third time</source>
        <translation>{0}：{1} 第三次出现</translation>
    </message>
    <message>
        <source>{0}: the {1} s are over</source>
        <translation>{0}：{1} 秒已到</translation>
    </message>
    <message>
        <source>{0} gave back {1}: too high, unless it holds nothing lower</source>
        <translation>{0}还 {1}：过大，手中没有更小的牌时除外</translation>
    </message>
    <message>
        <source>{0} took {1} s of {2} s</source>
        <translation>{0}用时 {1} 秒，限 {2} 秒</translation>
    </message>
    <message>
        <source>{0} reported {1} cards and has {2}</source>
        <translation>{0}报 {1} 张，实有 {2} 张</translation>
    </message>
    <message>
        <source>{0}: {1}, {2} cards left</source>
        <translation>{0}：{1}，剩 {2} 张</translation>
    </message>
    <message>
        <source>oral {0}</source>
        <translation>口头警告 {0}</translation>
    </message>
    <message>
        <source>warnings {0}</source>
        <translation>警告 {0}</translation>
    </message>
    <message>
        <source>violations {0}</source>
        <translation>违例 {0}</translation>
    </message>
    <message>
        <source>lost {0}</source>
        <translation>判负 {0}</translation>
    </message>
    <message>
        <source>No text at hand says so.</source>
        <translation>现有条文没有规定。</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <comment>rule set, clause</comment>
        <translation>《{0}》{1}</translation>
    </message>
</context>
<context>
    <name>ends</name>
    <message>
        <source>passed the last level</source>
        <translation>过A</translation>
    </message>
    <message>
        <source>all deals played</source>
        <translation>副数打满</translation>
    </message>
    <message>
        <source>time up</source>
        <translation>时间到</translation>
    </message>
    <message>
        <source>extra deal after a tie</source>
        <translation>加赛一副</translation>
    </message>
    <message>
        <source>forfeited</source>
        <translation>弃权</translation>
    </message>
    <message>
        <source>lost by a ruling</source>
        <translation>判负</translation>
    </message>
    <message>
        <source>Deal {0} is over: {1} gain {2}</source>
        <translation>第 {0} 副结束：{1}升 {2} 级</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>place, seat</comment>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between places</comment>
        <translation>，</translation>
    </message>
    <message>
        <source> (double)</source>
        <translation>（双下）</translation>
    </message>
    <message>
        <source>{0} stays {1}</source>
        <translation>{0}仍打 {1}</translation>
    </message>
    <message>
        <source>{0} {1} → {2}</source>
        <translation>{0} {1} → {2}</translation>
    </message>
    <message>
        <source>Extra deal {0}, level {1}</source>
        <translation>加赛第 {0} 副，打 {1}</translation>
    </message>
    <message>
        <source>Deal {0}, level {1}</source>
        <translation>第 {0} 副，打 {1}</translation>
    </message>
    <message>
        <source>{0} shuffles</source>
        <translation>{0}洗牌</translation>
    </message>
    <message>
        <source>{0} cuts</source>
        <translation>{0}切牌</translation>
    </message>
    <message>
        <source>{0} draws first</source>
        <translation>{0}首抓</translation>
    </message>
    <message>
        <source>{0} leads</source>
        <translation>{0}领出</translation>
    </message>
    <message>
        <source> or </source>
        <translation>或</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what comes</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <comment>what is owed, key</comment>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>who leads is not known yet</source>
        <translation>尚不知由谁领出</translation>
    </message>
    <message>
        <source>{0} confirm ({1})</source>
        <comment>sides, key</comment>
        <translation>{0}确认（{1}）</translation>
    </message>
    <message>
        <source>Still open: {0}</source>
        <translation>尚缺：{0}</translation>
    </message>
    <message>
        <source>No tribute.</source>
        <translation>不进贡。</translation>
    </message>
    <message>
        <source>Tribute: {0} pays {1}.</source>
        <translation>进贡：{0}贡{1}。</translation>
    </message>
    <message>
        <source>Both big jokers there refuse it at once.</source>
        <translation>进贡方有双大王则自动抗贡。</translation>
    </message>
    <message>
        <source>Both big jokers there may refuse it.</source>
        <translation>进贡方有双大王可以抗贡。</translation>
    </message>
    <message>
        <source> and </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Double tribute: {0} pay, the higher card goes to {1}.</source>
        <translation>双贡：{0}进贡，大牌归{1}。</translation>
    </message>
    <message>
        <source>Round: {0} left</source>
        <translation>本轮剩余 {0}</translation>
    </message>
    <message>
        <source>Round: time up for {0}</source>
        <translation>本轮已超时 {0}</translation>
    </message>
    <message>
        <source>deal {0} of {1}</source>
        <translation>第 {0}/{1} 副</translation>
    </message>
    <message>
        <source>time called: the referee decides on this deal</source>
        <translation>时间已到：本副由裁判决定</translation>
    </message>
    <message>
        <source>time called: last deal</source>
        <translation>时间提示：最后一副</translation>
    </message>
    <message>
        <source>The match is over: draw ({0})</source>
        <translation>比赛结束：平局（{0}）</translation>
    </message>
    <message>
        <source>The match is over: {0} win ({1})</source>
        <translation>比赛结束：{0}胜（{1}）</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between players</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>{0}: level {1} → {2}, gained {3}</source>
        <translation>{0}：级数 {1} → {2}，累计升 {3} 级</translation>
    </message>
    <message>
        <source>, forfeited</source>
        <translation>，弃权</translation>
    </message>
    <message>
        <source>Difference {0}; deals {1}, rulings {2}, appeals {3}</source>
        <translation>级差 {0}；{1} 副，判罚 {2} 次，申诉 {3} 次</translation>
    </message>
    <message>
        <source>■ The result stands; only an appeal opens it ({0}).</source>
        <translation>■ 成绩已定，仅申诉可改（{0}）。</translation>
    </message>
    <message>
        <source>The pairs have left the table.</source>
        <translation>双方已离桌。</translation>
    </message>
</context>
<context>
    <name>faults</name>
    <message>
        <source>the log was changed later, from here on</source>
        <translation>日志从这里起被事后改动</translation>
    </message>
    <message>
        <source>the log is damaged: from here on it cannot be read</source>
        <translation>日志损坏，从这里起无法读取</translation>
    </message>
    <message>
        <source>not what the log says: the record was changed later</source>
        <translation>与日志不符：记录被事后改动</translation>
    </message>
    <message>
        <source>event {0} is missing</source>
        <translation>缺第 {0} 条</translation>
    </message>
    <message>
        <source>events {0} to {1} are missing</source>
        <translation>缺第 {0} 至 {1} 条</translation>
    </message>
    <message>
        <source>event {0} stands where event {1} has its place</source>
        <translation>第 {0} 条占了第 {1} 条的位置</translation>
    </message>
    <message>
        <source>it is about event {0}, which is not there</source>
        <translation>所指的第 {0} 条不存在</translation>
    </message>
    <message>
        <source>it is about event {0}, which does not stand before it</source>
        <translation>所指的第 {0} 条不在它之前</translation>
    </message>
    <message>
        <source>time runs backwards: {0}, after event {1} of {2}</source>
        <translation>时间倒退：{0}，而前面第 {1} 条是 {2}</translation>
    </message>
    <message>
        <source>it is of {0}, before what it is about, event {1} of {2}</source>
        <translation>时间 {0} 早于所指的第 {1} 条（{2}）</translation>
    </message>
    <message>
        <source>event {0} keeps its time {1}, not {2}</source>
        <translation>第 {0} 条的时间应保持 {1}，不是 {2}</translation>
    </message>
    <message>
        <source>the clocks go on at {0}, before they stopped at {1}</source>
        <translation>计时于 {0} 恢复，早于停表的 {1}</translation>
    </message>
    <message>
        <source>the play begins at {0}, after its end at {1}</source>
        <translation>出牌开始于 {0}，晚于结束的 {1}</translation>
    </message>
    <message>
        <source>the pass cannot lie between {0} and {1}</source>
        <translation>过牌不可能在 {0} 与 {1} 之间</translation>
    </message>
    <message>
        <source>the pass at {0} does not lie within {1}</source>
        <translation>{0} 的过牌不在 {1} 之内</translation>
    </message>
    <message>
        <source>a time is {0}, but times count from the start of the record</source>
        <translation>时间为 {0}，但应从记录开始算起</translation>
    </message>
    <message>
        <source>the line cannot be read: it is no text</source>
        <translation>此行无法读取：不是文本</translation>
    </message>
    <message>
        <source>the line cannot be read: it is torn or garbled</source>
        <translation>此行无法读取：残缺或错乱</translation>
    </message>
    <message>
        <source>the header is missing</source>
        <translation>缺首行</translation>
    </message>
    <message>
        <source>a second header</source>
        <translation>多出一个首行</translation>
    </message>
    <message>
        <source>the header comes after events</source>
        <translation>首行不在最前</translation>
    </message>
    <message>
        <source>noticed in the play: {0}</source>
        <translation>程序发现：{0}</translation>
    </message>
    <message>
        <source>Line {0}: {1}</source>
        <translation>第 {0} 行：{1}</translation>
    </message>
    <message>
        <source>may follow from line {0}: {1}</source>
        <translation>可能由第 {0} 行引起：{1}</translation>
    </message>
    <message>
        <source> (and {0} more of the deal)</source>
        <translation>（本副还有 {0} 处）</translation>
    </message>
    <message>
        <source>event {0} no longer holds: {1}</source>
        <translation>第 {0} 条不再成立：{1}</translation>
    </message>
    <message>
        <source>the line cannot be read: {0}</source>
        <translation>此行无法读取：{0}</translation>
    </message>
</context>
<context>
    <name>library</name>
    <message>
        <source>round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>table {0}</source>
        <translation>{0} 桌</translation>
    </message>
    <message>
        <source>{0} won</source>
        <translation>{0}胜</translation>
    </message>
    <message>
        <source>over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>not finished</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Cannot be read: {0}</source>
        <translation>无法读取：{0}</translation>
    </message>
    <message>
        <source>Holds nothing</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>No text in UTF-8, so no record</source>
        <translation>不是 UTF-8 文本，不是记录</translation>
    </message>
    <message>
        <source>No record: it has no header</source>
        <translation>不是记录：没有首行</translation>
    </message>
    <message>
        <source>Damaged, unreadable lines: {1}</source>
        <translation>已损坏：{1} 行无法读取</translation>
    </message>
    <message>
        <source>Damaged: events are missing</source>
        <translation>已损坏：缺少记录</translation>
    </message>
    <message>
        <source>Changed later: the seal is broken</source>
        <translation>事后被改动：封印不符</translation>
    </message>
    <message>
        <source>Its rule set is not at hand: {0}</source>
        <translation>找不到所用规则：{0}</translation>
    </message>
    <message>
        <source>deals: {0}</source>
        <translation>{0} 副</translation>
    </message>
    <message>
        <source>open questions: {0}</source>
        <translation>待裁 {0} 项</translation>
    </message>
    <message>
        <source>with pictures</source>
        <translation>有画面</translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>event {seq} cannot follow event {last}</source>
        <translation>第 {seq} 行不能排在第 {last} 行之后</translation>
    </message>
    <message>
        <source>{seat} cannot play {cards}</source>
        <translation>{seat}不能出 {cards}</translation>
    </message>
    <message>
        <source>{seat} cannot play</source>
        <translation>{seat}不能出牌</translation>
    </message>
    <message>
        <source>{seat} cannot play {cards} as {reading}</source>
        <translation>{seat}不能把 {cards} 当作{reading}</translation>
    </message>
    <message>
        <source>{seat} cannot play {cards} as {type}</source>
        <translation>{seat}不能把 {cards} 当作{type}</translation>
    </message>
    <message>
        <source>{seat} cannot pass</source>
        <translation>{seat}不能过牌</translation>
    </message>
    <message>
        <source>{seat} cannot take back event {seq}</source>
        <translation>{seat}不能收回第 {seq} 行</translation>
    </message>
    <message>
        <source>{seat} cannot take back {cards}</source>
        <translation>{seat}不能收回 {cards}</translation>
    </message>
    <message>
        <source>event {seq} cannot be taken back</source>
        <translation>第 {seq} 行不能收回</translation>
    </message>
    <message>
        <source>{seat} cannot have shown {cards}</source>
        <translation>{seat}不可能亮出 {cards}</translation>
    </message>
    <message>
        <source>{seat} cannot report {count} cards left</source>
        <translation>{seat}不能报{count}张</translation>
    </message>
    <message>
        <source>nothing can be said of {seat}</source>
        <translation>不能记{seat}的事</translation>
    </message>
    <message>
        <source>the opening of deal {deal} cannot stand here</source>
        <translation>第 {deal} 副的开局不能记在这里</translation>
    </message>
    <message>
        <source>the drawing of deal {deal} cannot stand here</source>
        <translation>第 {deal} 副的抓牌不能记在这里</translation>
    </message>
    <message>
        <source>the hands of deal {deal} cannot stand here</source>
        <translation>第 {deal} 副的手牌不能记在这里</translation>
    </message>
    <message>
        <source>the hands cannot hold {card} {count} times</source>
        <translation>手牌里不能有 {count} 张{card}</translation>
    </message>
    <message>
        <source>{card} cannot stand as the card turned</source>
        <translation>{card} 不能作翻出的牌</translation>
    </message>
    <message>
        <source>{seat} cannot pay {card}</source>
        <translation>{seat}不能进贡 {card}</translation>
    </message>
    <message>
        <source>{seat} cannot give back {card}</source>
        <translation>{seat}不能还贡 {card}</translation>
    </message>
    <message>
        <source>tribute cannot be refused</source>
        <translation>不能抗贡</translation>
    </message>
    <message>
        <source>deal {deal} at level {level} led by {seat} cannot start</source>
        <translation>第 {deal} 副（打 {level}，{seat}领出）不能开始</translation>
    </message>
    <message>
        <source>{seat} cannot lead deal {deal}</source>
        <translation>{seat}不能领出第 {deal} 副</translation>
    </message>
    <message>
        <source>{name} cannot stand here</source>
        <translation>{name}不能记在这里</translation>
    </message>
    <message>
        <source>{name} says {field} {said}</source>
        <translation>{name}所记的{field}是 {said}</translation>
    </message>
    <message>
        <source>deal {deal} cannot end so</source>
        <translation>第 {deal} 副不能这样结束</translation>
    </message>
    <message>
        <source>side {side} cannot start late any more</source>
        <translation>{side}方不能再记迟到</translation>
    </message>
    <message>
        <source>side {side} cannot start late twice</source>
        <translation>{side}不能两次记迟到</translation>
    </message>
    <message>
        <source>the ruling cannot be made</source>
        <translation>不能作出该判罚</translation>
    </message>
    <message>
        <source>nothing can be awarded to {seat} and side {side}</source>
        <translation>判罚不能同时针对{seat}和{side}一方</translation>
    </message>
    <message>
        <source>side {side} cannot forfeit any more</source>
        <translation>{side}方不能再记弃权</translation>
    </message>
    <message>
        <source>{player} cannot take seat {seat}</source>
        <translation>{player} 不能替补{seat}</translation>
    </message>
    <message>
        <source>the players cannot leave the table</source>
        <translation>牌手不能离桌</translation>
    </message>
    <message>
        <source>the appeal comes {seconds} s too late</source>
        <translation>申诉迟了 {seconds} 秒</translation>
    </message>
    <message>
        <source>event {seq} cannot be answered</source>
        <translation>第 {seq} 行不能答复</translation>
    </message>
    <message>
        <source>appeal {seq} cannot be answered again</source>
        <translation>第 {seq} 行的申诉不能再次答复</translation>
    </message>
    <message>
        <source>event {seq} cannot be corrected</source>
        <translation>第 {seq} 行不能更正</translation>
    </message>
    <message>
        <source>, as numbers rise</source>
        <translation>，行号须递增</translation>
    </message>
    <message>
        <source>: the match is over</source>
        <translation>：比赛已经结束</translation>
    </message>
    <message>
        <source>: the deal is over</source>
        <translation>：本副已经结束</translation>
    </message>
    <message>
        <source>: no deal is being played</source>
        <translation>：现在没有进行中的牌</translation>
    </message>
    <message>
        <source>: no such seat</source>
        <translation>：没有这一家</translation>
    </message>
    <message>
        <source>: a hand has {count} cards at most</source>
        <translation>：一手牌最多{count}张</translation>
    </message>
    <message>
        <source>, as it is {other}&apos;s turn</source>
        <translation>：现在该{other}出牌</translation>
    </message>
    <message>
        <source> next, whoever passes</source>
        <translation>：各家都过牌也轮不到</translation>
    </message>
    <message>
        <source>, as it leads</source>
        <translation>：该家领出</translation>
    </message>
    <message>
        <source>: a play has cards</source>
        <translation>：没有牌</translation>
    </message>
    <message>
        <source>, having {count} cards left</source>
        <translation>：手里只剩 {count} 张</translation>
    </message>
    <message>
        <source>, which is no hand type</source>
        <translation>：不成牌型</translation>
    </message>
    <message>
        <source>: {readings} does not beat {other}&apos;s {beaten}</source>
        <translation>：{readings} 压不过{other}的{beaten}</translation>
    </message>
    <message>
        <source>, which does not beat {other}&apos;s {beaten}</source>
        <translation>：压不过{other}的{beaten}</translation>
    </message>
    <message>
        <source>: its cards or what lies there are against it</source>
        <translation>：与牌张或桌上的牌不符</translation>
    </message>
    <message>
        <source> without its suits: only they could make it {reading}. Write them: s3 s4</source>
        <translation>：未写花色，只有花色相符才是{reading}，请写明花色</translation>
    </message>
    <message>
        <source>: it can be read as {readings} only</source>
        <translation>：只能作{readings}</translation>
    </message>
    <message>
        <source>: its wild cards cannot stand for {cards}</source>
        <translation>：其中的逢人配不能当作{cards}</translation>
    </message>
    <message>
        <source>: it may be {readings}</source>
        <translation>：可以作{readings}</translation>
    </message>
    <message>
        <source>: {card} would lie {count} times</source>
        <translation>：{card} 就有 {count} 张了</translation>
    </message>
    <message>
        <source>: rank {rank} would lie {count} times</source>
        <translation>：{rank} 就有 {count} 张了</translation>
    </message>
    <message>
        <source>: {card} would be there {count} times</source>
        <translation>：{card} 就有 {count} 张了</translation>
    </message>
    <message>
        <source>: it does not hold {cards}</source>
        <translation>：手里没有 {cards}</translation>
    </message>
    <message>
        <source>: it does not hold {cards}: of its {count} cards {known} are known</source>
        <translation>：手里没有 {cards}；所剩 {count} 张中已知有 {known}</translation>
    </message>
    <message>
        <source>: of its {count} cards {known} are known</source>
        <translation>：所剩 {count} 张中已知有 {known}</translation>
    </message>
    <message>
        <source>: {other} holds {card}</source>
        <translation>：{card} 在{other}手里</translation>
    </message>
    <message>
        <source>: {seats} hold {card}</source>
        <translation>：{card} 在{seats}手里</translation>
    </message>
    <message>
        <source>: it laid no such play</source>
        <translation>：该家没有出过这手牌</translation>
    </message>
    <message>
        <source>: no such play lies there</source>
        <translation>：桌上没有这手牌</translation>
    </message>
    <message>
        <source>: it stands as soon as it lies there ({clause})</source>
        <translation>：牌一落桌就不能更改（{clause}）</translation>
    </message>
    <message>
        <source>: {other} has moved since ({clause})</source>
        <translation>：{other}随后已有动作（{clause}）</translation>
    </message>
    <message>
        <source>: it has been named ({clause})</source>
        <translation>：对方已看清并叫出（{clause}）</translation>
    </message>
    <message>
        <source>: a deal is being played</source>
        <translation>：本副正在进行</translation>
    </message>
    <message>
        <source>: two decks hold it twice</source>
        <translation>：两副牌只有两张</translation>
    </message>
    <message>
        <source>, as all cards are drawn</source>
        <translation>：牌已抓完</translation>
    </message>
    <message>
        <source>: cut and turn again</source>
        <translation>：须重新切牌、翻牌</translation>
    </message>
    <message>
        <source>: deal {deal} comes next</source>
        <translation>：接下来是第 {deal} 副</translation>
    </message>
    <message>
        <source>: the deal before it is not over</source>
        <translation>：上一副还没有结束</translation>
    </message>
    <message>
        <source>: {either} does</source>
        <translation>：应由{either}领出</translation>
    </message>
    <message>
        <source>: {other} does</source>
        <translation>：应由{other}领出</translation>
    </message>
    <message>
        <source>, but {other} does</source>
        <translation>，但领出的是{other}</translation>
    </message>
    <message>
        <source> at levels {given}: they are {levels}</source>
        <translation>，所记级数是 {given}：实为 {levels}</translation>
    </message>
    <message>
        <source>: the sides are at {levels}</source>
        <translation>：双方的级数是 {levels}</translation>
    </message>
    <message>
        <source>: an extra deal is at level {level}</source>
        <translation>：加赛的一副打 {level}</translation>
    </message>
    <message>
        <source>: the winners of the last deal play level {level}</source>
        <translation>：上一副的胜方打 {level}</translation>
    </message>
    <message>
        <source>: without tribute {other}, first of the last deal, leads</source>
        <translation>：不进贡时由上一副的上游{other}领出</translation>
    </message>
    <message>
        <source>: it does not follow from what was played</source>
        <translation>：从出牌看不到这一步</translation>
    </message>
    <message>
        <source>, but it is {true}</source>
        <translation>，实为 {true}</translation>
    </message>
    <message>
        <source>: there is no such deal, or nobody goes out in that order</source>
        <translation>：没有这一副，或名次不会这样</translation>
    </message>
    <message>
        <source>: no deal comes any more</source>
        <translation>：不再有下一副</translation>
    </message>
    <message>
        <source>: {rules} has no tribute</source>
        <translation>：{rules} 没有进贡</translation>
    </message>
    <message>
        <source>: tribute is refused</source>
        <translation>：已经抗贡</translation>
    </message>
    <message>
        <source>: it has paid</source>
        <translation>：已经进贡</translation>
    </message>
    <message>
        <source>: it has given one back</source>
        <translation>：已经还贡</translation>
    </message>
    <message>
        <source> to itself</source>
        <translation>给自己</translation>
    </message>
    <message>
        <source>: it is for {seats} to pay</source>
        <translation>：应由{seats}进贡</translation>
    </message>
    <message>
        <source> to {other}: it is for {seats} to receive</source>
        <translation>给{other}：应由{seats}受贡</translation>
    </message>
    <message>
        <source>: it is for {seats} to pay first</source>
        <translation>：须先由{seats}进贡</translation>
    </message>
    <message>
        <source>: {card} of {payer} goes to {other}, not to {said}</source>
        <translation>：{payer}的 {card} 应给{other}，不给{said}</translation>
    </message>
    <message>
        <source> to {said}: it goes to {either}</source>
        <translation>给{said}：应还给{either}</translation>
    </message>
    <message>
        <source>: it received nothing</source>
        <translation>：没有受贡</translation>
    </message>
    <message>
        <source>, which it does not hold</source>
        <translation>：手里没有这张牌</translation>
    </message>
    <message>
        <source>: both big jokers are on its side, so tribute is refused</source>
        <translation>：本方有两张大王，应当抗贡</translation>
    </message>
    <message>
        <source>: the heart level card is never paid</source>
        <translation>：红心级牌不进贡</translation>
    </message>
    <message>
        <source>, as it holds {card}</source>
        <translation>：手里有 {card}</translation>
    </message>
    <message>
        <source>: {rules} has no such thing</source>
        <translation>：{rules} 没有抗贡</translation>
    </message>
    <message>
        <source> any more</source>
        <translation>：已经太晚</translation>
    </message>
    <message>
        <source> with {count} big jokers: it takes both</source>
        <translation>：亮出 {count} 张大王，须有两张</translation>
    </message>
    <message>
        <source> by {other}, which does not pay</source>
        <translation>：{other}不进贡</translation>
    </message>
    <message>
        <source>: {other} does not hold {count} HR</source>
        <translation>：{other}没有 {count} 张大王</translation>
    </message>
    <message>
        <source>: the round has begun</source>
        <translation>：本轮已经开始</translation>
    </message>
    <message>
        <source>: correct what is said of it already</source>
        <translation>：请更正已有的记录</translation>
    </message>
    <message>
        <source>: the seat is of the other side</source>
        <translation>：该座位属于另一方</translation>
    </message>
    <message>
        <source> before the round is over</source>
        <translation>：本轮还没有结束</translation>
    </message>
    <message>
        <source>: that is a forfeit ({clause})</source>
        <translation>：按规则即为弃权（{clause}）</translation>
    </message>
    <message>
        <source> ({clause})</source>
        <translation>（{clause}）</translation>
    </message>
    <message>
        <source>: it is no appeal</source>
        <translation>：它不是申诉</translation>
    </message>
    <message>
        <source>, as it was answered</source>
        <translation>：已有答复</translation>
    </message>
    <message>
        <source>: there is none</source>
        <translation>：没有这一行</translation>
    </message>
    <message>
        <source>: a correction is no event of play; correct what it replaced</source>
        <translation>：它本身是更正，请更正它所替换的那一行</translation>
    </message>
    <message>
        <source>: it is no play and no pass</source>
        <translation>：它既不是出牌也不是过牌</translation>
    </message>
    <message>
        <source>: the players have left the table, the result stands unless an appeal is upheld ({clause})</source>
        <translation>：牌手已离桌，除非申诉成立，成绩不再更改（{clause}）</translation>
    </message>
    <message>
        <source>: {reason}</source>
        <translation>：{reason}</translation>
    </message>
    <message>
        <source> so: event {seq} no longer holds: {reason}</source>
        <translation>：这样第 {seq} 行就不成立：{reason}</translation>
    </message>
    <message>
        <source>the end of the trick</source>
        <translation>本圈结束</translation>
    </message>
    <message>
        <source>the end of the deal</source>
        <translation>本副结束</translation>
    </message>
    <message>
        <source>the end of the match</source>
        <translation>比赛结束</translation>
    </message>
    <message>
        <source>winner of the trick</source>
        <translation>赢圈者</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>领出者</translation>
    </message>
    <message>
        <source>number</source>
        <translation>副数</translation>
    </message>
    <message>
        <source>finishing order</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>winner</source>
        <translation>胜方</translation>
    </message>
    <message>
        <source>levels gained</source>
        <translation>升级数</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>级数</translation>
    </message>
    <message>
        <source>No copy of the record could be written to the second folder; the record itself is safe.</source>
        <translation>记录副本未能写入第二个文件夹；记录本身完好。</translation>
    </message>
    <message>
        <source>Copies of the record are written again.</source>
        <translation>记录副本已恢复写入。</translation>
    </message>
    <message>
        <source>A card lies open: turned up, tribute, or the first lead? What happens to it tells.</source>
        <translation>桌上亮着一张牌：翻牌、贡牌还是首出？看它之后的去向便知。</translation>
    </message>
    <message>
        <source>The match is over.</source>
        <translation>比赛已经结束。</translation>
    </message>
    <message>
        <source>{either} would lead</source>
        <translation>这样应由{either}领出</translation>
    </message>
    <message>
        <source>Nothing was typed that could be undone.</source>
        <translation>没有可撤销的录入。</translation>
    </message>
    <message>
        <source>Nothing is undone: the pairs have left the table.</source>
        <translation>双方已离席，不能再撤销。</translation>
    </message>
    <message>
        <source>The ruling was taken back; what it was on waits for one.</source>
        <translation>已撤销裁决，该情况待裁决。</translation>
    </message>
    <message>
        <source>The ruling before it stands again.</source>
        <translation>已撤销改判，恢复原裁决。</translation>
    </message>
    <message>
        <source>The confirmation of the deal was taken back.</source>
        <translation>已撤销本副成绩确认。</translation>
    </message>
    <message>
        <source>The noticed fault was taken back.</source>
        <translation>已撤销该犯规记录。</translation>
    </message>
    <message>
        <source>The call was taken back; the clocks run.</source>
        <translation>已撤销暂停，计时继续。</translation>
    </message>
    <message>
        <source>The call lasts on, as it was not ended; the clocks stand.</source>
        <translation>已撤销“继续比赛”，仍在暂停，计时停止。</translation>
    </message>
    <message>
        <source>The call of time was taken back.</source>
        <translation>已撤销到时通知。</translation>
    </message>
    <message>
        <source>The forfeit was taken back.</source>
        <translation>已撤销弃权。</translation>
    </message>
    <message>
        <source>The appeal was taken back.</source>
        <translation>已撤销申诉。</translation>
    </message>
    <message>
        <source>The answer of the jury was taken back.</source>
        <translation>已撤销仲裁答复。</translation>
    </message>
    <message>
        <source>Nothing was undone that could be done again.</source>
        <translation>没有可重做的录入。</translation>
    </message>
    <message>
        <source>Not recorded: a reason is needed.</source>
        <translation>未记录：需要写明理由。</translation>
    </message>
    <message>
        <source>Not recorded: the side that enters the result comes before the one that checks it.</source>
        <translation>未记录：先由录入方录入，再由另一方核对。</translation>
    </message>
    <message>
        <source>The deal starts with its first play: whoever lays it leads.</source>
        <translation>第一手牌一出，本副即开始，由出牌人领出。</translation>
    </message>
    <message>
        <source>Line {0} stands as it was. Later lines that speak against it: {1}.</source>
        <translation>第 {0} 行尚未更正，与之冲突的后手有 {1} 行。</translation>
    </message>
    <message>
        <source>Lines that have no ground since a correction: {0}. {1} goes to them.</source>
        <translation>更正后有 {0} 行失去依据，按 {1} 逐一查看。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between seats</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>numbers</name>
    <message>
        <source>event {0}, deal {1}: {2}</source>
        <translation>第 {0} 行，第 {1} 副：{2}</translation>
    </message>
</context>
<context>
    <name>papers</name>
    <message>
        <source>en</source>
        <comment>zh or en: the language of the papers that are written</comment>
        <translation>zh</translation>
    </message>
    <message>
        <source>Not written: a line of the record cannot be read. {0}</source>
        <translation>未写出：记录中有一行读不出。{0}</translation>
    </message>
    <message>
        <source>Not written: {0}</source>
        <translation>未写出：{0}</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>已写出：{0}</translation>
    </message>
</context>
<context>
    <name>replay</name>
    <message>
        <source>{0} s after the pass</source>
        <translation>过牌之后 {0} 秒</translation>
    </message>
    <message>
        <source>{0} s before the pass</source>
        <translation>过牌之前 {0} 秒</translation>
    </message>
    <message>
        <source>The pass</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>{0} s after the last card lay still</source>
        <translation>最后一张牌落定后 {0} 秒</translation>
    </message>
    <message>
        <source>{0} s before the last card lay still</source>
        <translation>最后一张牌落定前 {0} 秒</translation>
    </message>
    <message>
        <source>The last card lies still</source>
        <translation>最后一张牌落定</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a text in quotation marks</source>
        <translation>加引号的文字</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a section</source>
        <translation>一节</translation>
    </message>
    <message>
        <source>cannot be read: {why}</source>
        <translation>无法读取：{why}</translation>
    </message>
    <message>
        <source>is no text in UTF-8</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>is no TOML: {why}</source>
        <translation>不是 TOML：{why}</translation>
    </message>
    <message>
        <source>cannot be written: {why}</source>
        <translation>无法写入：{why}</translation>
    </message>
    <message>
        <source>there is no such setting; it is passed over</source>
        <translation>没有这项设置，已略过</translation>
    </message>
    <message>
        <source>must be a section; it is passed over</source>
        <translation>应为一节，已略过</translation>
    </message>
    <message>
        <source>must be four different names; {used} are used</source>
        <translation>应为四个不同的名称，现用 {used}</translation>
    </message>
    <message>
        <source>{got} cannot stand here; {used} is used</source>
        <translation>{got} 不可用，现用 {used}</translation>
    </message>
    <message>
        <source>must be {expected}; {used} is used</source>
        <translation>应为{expected}，现用 {used}</translation>
    </message>
    <message>
        <source>what the program comes with</source>
        <translation>程序默认值</translation>
    </message>
    <message>
        <source>there is no such setting; is {meant} meant?</source>
        <translation>没有这项设置；是否指 {meant}？</translation>
    </message>
    <message>
        <source>The settings are not saved: {0}</source>
        <translation>设置没有保存：{0}</translation>
    </message>
</context>
<context>
    <name>setup</name>
    <message>
        <source>{0}: {1} characters are too many, {2} are the most.</source>
        <translation>{0}：{1} 个字太长，最多 {2} 个。</translation>
    </message>
</context>
<context>
    <name>speech</name>
    <message>
        <source>Warnings are not spoken any more.</source>
        <translation>语音提示已关。</translation>
    </message>
    <message>
        <source>Nothing can be spoken here ({0}). It needs {1}.</source>
        <translation>此处无法语音提示（{0}）。需要 {1}。</translation>
    </message>
    <message>
        <source>Warnings are spoken: into an earphone, players must not hear them.</source>
        <translation>语音提示已开：请用耳机，勿让选手听到。</translation>
    </message>
</context>
<context>
    <name>steps</name>
    <message>
        <source>{0} passes (inferred)</source>
        <translation>{0}过牌（推断）</translation>
    </message>
    <message>
        <source>{0} passes</source>
        <translation>{0}过牌</translation>
    </message>
    <message>
        <source>Deal {0} begins at level {1}, {2} leads</source>
        <translation>第 {0} 副开始，打 {1}，{2}领出</translation>
    </message>
    <message>
        <source>: </source>
        <comment>before what follows</comment>
        <translation>：</translation>
    </message>
    <message>
        <source>The match is over: {0} win</source>
        <translation>比赛结束：{0}胜</translation>
    </message>
    <message>
        <source>Correction of event {0}</source>
        <translation>更正第 {0} 行</translation>
    </message>
    <message>
        <source>struck out</source>
        <translation>划去</translation>
    </message>
    <message>
        <source>{0} confirm the result</source>
        <translation>{0}确认结果</translation>
    </message>
    <message>
        <source>it stands</source>
        <translation>维持</translation>
    </message>
    <message>
        <source>Ruling</source>
        <translation>判罚</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>待裁</translation>
    </message>
    <message>
        <source>{0} takes back event {1}</source>
        <translation>{0}收回第 {1} 行</translation>
    </message>
    <message>
        <source>{0} reports {1} cards</source>
        <translation>{0}报牌 {1} 张</translation>
    </message>
    <message>
        <source>no breach</source>
        <translation>不属违规</translation>
    </message>
    <message>
        <source>{0} pays {1}</source>
        <translation>{0}进贡 {1}</translation>
    </message>
    <message>
        <source>{0} gives back {1}</source>
        <translation>{0}还贡 {1}</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0}，给{1}</translation>
    </message>
    <message>
        <source>Tribute is refused ({0})</source>
        <translation>抗贡（{0}）</translation>
    </message>
    <message>
        <source>Deal {0}: shuffled and cut</source>
        <translation>第 {0} 副：洗牌、切牌</translation>
    </message>
    <message>
        <source>Deal {0}: all cards are drawn</source>
        <translation>第 {0} 副：抓牌完毕</translation>
    </message>
    <message>
        <source>Deal {0}: hands that are known</source>
        <translation>第 {0} 副：已知的手牌</translation>
    </message>
    <message>
        <source>The rest is thrown in: {0}</source>
        <translation>余牌不再打：{0}</translation>
    </message>
    <message>
        <source>{0} are {1} s late</source>
        <translation>{0}迟到 {1} 秒</translation>
    </message>
    <message>
        <source>Time is called: {0} min left</source>
        <translation>报时：还有 {0} 分钟</translation>
    </message>
    <message>
        <source>{0} forfeit</source>
        <translation>{0}弃权</translation>
    </message>
    <message>
        <source>{0} takes the seat of {1}</source>
        <translation>{0} 替补{1}</translation>
    </message>
    <message>
        <source>The players have left the table</source>
        <translation>牌手已离桌</translation>
    </message>
    <message>
        <source>{0} appeal: {1}</source>
        <translation>{0}申诉：{1}</translation>
    </message>
    <message>
        <source>Appeal upheld</source>
        <translation>申诉成立</translation>
    </message>
    <message>
        <source>Appeal rejected</source>
        <translation>申诉驳回</translation>
    </message>
    <message>
        <source>The pictures from {0} to {1} were deleted on {2}</source>
        <translation>{0} 至 {1} 的画面已于 {2} 删除</translation>
    </message>
    <message>
        <source>as the settings have it</source>
        <translation>按设置的保存期限</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Before: {0}</source>
        <translation>原为：{0}</translation>
    </message>
    <message>
        <source>Since then: {0}</source>
        <translation>现为：{0}</translation>
    </message>
</context>
<context>
    <name>switches</name>
    <message>
        <source>Drawing</source>
        <translation>抓牌</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>级数</translation>
    </message>
    <message>
        <source>Tribute</source>
        <translation>进贡还贡</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>出牌</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>报牌</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>The match</source>
        <translation>比赛</translation>
    </message>
    <message>
        <source>Irregularities</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} cards</source>
        <translation>{0} 张</translation>
    </message>
    <message>
        <source>{0} deals</source>
        <translation>{0} 副</translation>
    </message>
    <message>
        <source>Way round in which cards are drawn; play is counter-clockwise in every text.</source>
        <translation>抓牌方向（各规则出牌均为逆时针）</translation>
    </message>
    <message>
        <source>counter-clockwise, as play goes</source>
        <translation>逆时针，与出牌相同</translation>
    </message>
    <message>
        <source>clockwise</source>
        <translation>顺时针</translation>
    </message>
    <message>
        <source>How the first to draw and the first leader of the first deal are found; who draws the card leads.</source>
        <translation>第一副首抓与首出的确定方法（抓到该牌者领出）</translation>
    </message>
    <message>
        <source>the cutter turns up a card; its points, counted round, give the first to draw</source>
        <translation>切牌人翻明一张牌，按点数数到者首抓</translation>
    </message>
    <message>
        <source>the cutter draws a card; its points, counted round, give the first to draw</source>
        <translation>切牌人抽一张牌，按点数数到者首抓</translation>
    </message>
    <message>
        <source>a card is put face up into the pack; who draws it leads</source>
        <translation>将一张牌翻明插入牌中，抓到者领出</translation>
    </message>
    <message>
        <source>the referee says who draws first and who leads</source>
        <translation>由裁判指定首抓和领出者</translation>
    </message>
    <message>
        <source>Who shuffles for the first deal.</source>
        <translation>第一副由谁洗牌</translation>
    </message>
    <message>
        <source>any player</source>
        <translation>任一牌手</translation>
    </message>
    <message>
        <source>the seat called East</source>
        <translation>东家</translation>
    </message>
    <message>
        <source>Who cuts for the first deal.</source>
        <translation>第一副由谁切牌</translation>
    </message>
    <message>
        <source>the seat after the shuffler (下家)</source>
        <translation>洗牌人的下家</translation>
    </message>
    <message>
        <source>the seat South</source>
        <translation>南家</translation>
    </message>
    <message>
        <source>The seat that is one when the card&apos;s points are counted round (a jack 11, a king 13).</source>
        <translation>按点数数牌时从谁数起（J为11，K为13）</translation>
    </message>
    <message>
        <source>the cutter</source>
        <translation>切牌人</translation>
    </message>
    <message>
        <source>the seat after the cutter</source>
        <translation>切牌人的下家</translation>
    </message>
    <message>
        <source>Points of an ace that is turned up or drawn.</source>
        <translation>翻出或抽出的A算几点</translation>
    </message>
    <message>
        <source>Cut and turn again when the card is a joker.</source>
        <translation>翻到王时重新切牌</translation>
    </message>
    <message>
        <source>Cut and turn again when the card is the heart card of the level.</source>
        <translation>翻到红心级牌时重新切牌</translation>
    </message>
    <message>
        <source>Who shuffles for a later deal.</source>
        <translation>以后各副由谁洗牌</translation>
    </message>
    <message>
        <source>the first out of the last deal (上游)</source>
        <translation>上一副的上游</translation>
    </message>
    <message>
        <source>the last of the last deal (下游)</source>
        <translation>上一副的下游</translation>
    </message>
    <message>
        <source>the seat before the first out (上游的上家)</source>
        <translation>上游的上家</translation>
    </message>
    <message>
        <source>the seat after the first out (上游的下家)</source>
        <translation>上游的下家</translation>
    </message>
    <message>
        <source>Who cuts for a later deal.</source>
        <translation>以后各副由谁切牌</translation>
    </message>
    <message>
        <source>Who draws first in a later deal.</source>
        <translation>以后各副由谁首抓</translation>
    </message>
    <message>
        <source>Who draws first after a double (双下).</source>
        <translation>双下后由谁首抓</translation>
    </message>
    <message>
        <source>Level at which both sides begin.</source>
        <translation>双方的起始级数</translation>
    </message>
    <message>
        <source>What a deal gains the side that wins it.</source>
        <translation>一副牌的胜方得到什么</translation>
    </message>
    <message>
        <source>levels: it rises, and what it has come to is played next</source>
        <translation>升级，下一副打升到的级</translation>
    </message>
    <message>
        <source>points: every deal is played at the start level, who has more points wins</source>
        <translation>得分，每副都打起始级，分多者胜</translation>
    </message>
    <message>
        <source>Levels that cannot be jumped: a rise stops there (必打). The last level never can be.</source>
        <translation>必打的级（升级时不可跳过；最后一级必打）</translation>
    </message>
    <message>
        <source>Level whose passing wins (过A): a side&apos;s own deal at it, one first and the other not last.</source>
        <translation>过此级即获胜（过A：本方打此级，一人上游且同伴非下游）</translation>
    </message>
    <message>
        <source>After a deal at the last level that was not passed.</source>
        <translation>最后一级没有打过时</translation>
    </message>
    <message>
        <source>it is played again, without end</source>
        <translation>继续打，不限次数</translation>
    </message>
    <message>
        <source>after the third the side is back at 2</source>
        <translation>三次不过退回打2</translation>
    </message>
    <message>
        <source>Which deals count as failed attempts of a side at the last level.</source>
        <translation>哪些副算作打最后一级失败</translation>
    </message>
    <message>
        <source>its own deals at that level</source>
        <translation>本方打该级的各副</translation>
    </message>
    <message>
        <source>every deal that it does not win by passing</source>
        <translation>凡没有打过的各副</translation>
    </message>
    <message>
        <source>Who may pass when both sides are at the last level.</source>
        <translation>双方都打最后一级时谁可以打过</translation>
    </message>
    <message>
        <source>whichever side wins the deal</source>
        <translation>赢下该副的一方</translation>
    </message>
    <message>
        <source>only the side whose deal it is (last deal&apos;s first)</source>
        <translation>只有上一副上游所在的一方</translation>
    </message>
    <message>
        <source>The level that counts for the level difference once A is passed.</source>
        <translation>过A后计算级差时的级数</translation>
    </message>
    <message>
        <source>Tribute before a later deal.</source>
        <translation>以后各副的进贡</translation>
    </message>
    <message>
        <source>the last pays the first, after a double both losers pay</source>
        <translation>下游向上游进贡，双下时两人都进贡</translation>
    </message>
    <message>
        <source>first of the last deal leads</source>
        <translation>不进贡，上一副的上游领出</translation>
    </message>
    <message>
        <source>Who pays the first when both tributes of a double are equal; the other pays its partner.</source>
        <translation>双贡两张相同时谁贡给上游（另一人贡给其同伴）</translation>
    </message>
    <message>
        <source>the seat after it (下家): clockwise</source>
        <translation>上游的下家（顺时针）</translation>
    </message>
    <message>
        <source>the seat before it (上家): counter-clockwise</source>
        <translation>上游的上家（逆时针）</translation>
    </message>
    <message>
        <source>the receivers choose, but not between jokers</source>
        <translation>由受贡方选（王除外）</translation>
    </message>
    <message>
        <source>Who leads after equal tributes.</source>
        <translation>双贡相同时谁领出</translation>
    </message>
    <message>
        <source>who paid the first</source>
        <translation>向上游进贡者</translation>
    </message>
    <message>
        <source>the seat before the first (上家)</source>
        <translation>上游的上家</translation>
    </message>
    <message>
        <source>the seat after the first (下家)</source>
        <translation>上游的下家</translation>
    </message>
    <message>
        <source>the payer with the lower returned card; equal again: the seat after the first</source>
        <translation>收到还牌较小者，还牌也相同时为上游的下家</translation>
    </message>
    <message>
        <source>How cards are given back after a double.</source>
        <translation>双贡时怎样还牌</translation>
    </message>
    <message>
        <source>openly</source>
        <translation>明还</translation>
    </message>
    <message>
        <source>face down, the payers turn them up together</source>
        <translation>扣放，由进贡人同时翻开</translation>
    </message>
    <message>
        <source>so only where the tributes were equal</source>
        <translation>仅在两张贡牌相同时扣放</translation>
    </message>
    <message>
        <source>What may be given back to an opponent after a single tribute.</source>
        <translation>单贡还给对方的牌</translation>
    </message>
    <message>
        <source>any card</source>
        <translation>任何牌</translation>
    </message>
    <message>
        <source>a card of 10 points or fewer, level cards by their points</source>
        <translation>10点及以下，级牌按其点数</translation>
    </message>
    <message>
        <source>a card of 9 points or fewer</source>
        <translation>9点及以下</translation>
    </message>
    <message>
        <source>10 points or fewer, at level 10 9 or fewer</source>
        <translation>10点及以下，打10时9点及以下</translation>
    </message>
    <message>
        <source>a card that is lower than the level cards (小于参谋)</source>
        <translation>小于参谋的牌</translation>
    </message>
    <message>
        <source>What may be given back to a partner.</source>
        <translation>还给同伴的牌</translation>
    </message>
    <message>
        <source>What may be given back after a double.</source>
        <translation>双贡的还牌</translation>
    </message>
    <message>
        <source>What is given back when the hand has no card within the limit.</source>
        <translation>没有符合要求的牌时还什么</translation>
    </message>
    <message>
        <source>its smallest card</source>
        <translation>手中最小的牌</translation>
    </message>
    <message>
        <source>Both big jokers on the paying side (抗贡): no tribute, the first of the last deal leads.</source>
        <translation>进贡方有两张大王时抗贡（上一副上游领出）</translation>
    </message>
    <message>
        <source>always</source>
        <translation>一律抗贡</translation>
    </message>
    <message>
        <source>if the paying side wishes</source>
        <translation>由进贡方自愿</translation>
    </message>
    <message>
        <source>never</source>
        <translation>不可抗贡</translation>
    </message>
    <message>
        <source>Time to give a card back after the tribute.</source>
        <translation>进贡后还牌的时限</translation>
    </message>
    <message>
        <source>How a pass is made.</source>
        <translation>怎样过牌</translation>
    </message>
    <message>
        <source>it is said</source>
        <translation>口头</translation>
    </message>
    <message>
        <source>a PASS card is laid (a skipped seat without one is a question)</source>
        <translation>放PASS卡（被越过而未放卡的座位需询问）</translation>
    </message>
    <message>
        <source>Reading of wild cards when none is stated.</source>
        <translation>未说明时逢人配的读法</translation>
    </message>
    <message>
        <source>as they are placed</source>
        <translation>按摆放的位置</translation>
    </message>
    <message>
        <source>the lower</source>
        <translation>取较小的牌</translation>
    </message>
    <message>
        <source>the largest</source>
        <translation>取最大的牌</translation>
    </message>
    <message>
        <source>A wild card has to lie in the place of the card that it replaces.</source>
        <translation>逢人配须放在所替代牌的位置</translation>
    </message>
    <message>
        <source>Two equal jokers may be the pair of a full house (三带对).</source>
        <translation>两张相同的王可作三带对的对子</translation>
    </message>
    <message>
        <source>Cards in the largest bomb; with both wild cards ten are possible.</source>
        <translation>最大的炸弹张数（加两张逢人配可达十张）</translation>
    </message>
    <message>
        <source>Whose last play, if it stands, gives the partner the lead (借风, 接风).</source>
        <translation>谁的最后一手无人压时由同伴接风</translation>
    </message>
    <message>
        <source>of any who is out</source>
        <translation>任何出完牌者</translation>
    </message>
    <message>
        <source>of the first one out; else the next seat leads</source>
        <translation>仅上游，其他由下家领出</translation>
    </message>
    <message>
        <source>From when a play cannot be taken back.</source>
        <translation>从何时起出牌不可收回</translation>
    </message>
    <message>
        <source>as soon as it lies on the table</source>
        <translation>一放到桌面</translation>
    </message>
    <message>
        <source>once an opponent has seen and named it</source>
        <translation>对方看清并报出后</translation>
    </message>
    <message>
        <source>Played cards are turned down; only the current trick may be looked at.</source>
        <translation>出过的牌扣放，只可查看本圈</translation>
    </message>
    <message>
        <source>Cards left at which a seat must say its count (报牌).</source>
        <translation>剩余多少张时必须报牌</translation>
    </message>
    <message>
        <source>Cards left from which every question for the count must be answered.</source>
        <translation>剩余多少张起须随问随报</translation>
    </message>
    <message>
        <source>How the count is given.</source>
        <translation>怎样报牌</translation>
    </message>
    <message>
        <source>a numbered card in the report area (报牌区)</source>
        <translation>在报牌区放报牌卡</translation>
    </message>
    <message>
        <source>The count is given once only; giving it or asking again is a breach.</source>
        <translation>只报一次，再报或再问为违规</translation>
    </message>
    <message>
        <source>Time for one play.</source>
        <translation>每手出牌时限</translation>
    </message>
    <message>
        <source>Time for a lead, where it differs from other plays.</source>
        <translation>领出时限（与其他出牌不同时）</translation>
    </message>
    <message>
        <source>Time for the first play of a deal, where it differs.</source>
        <translation>每副首次出牌时限（不同时）</translation>
    </message>
    <message>
        <source>Time before the end of any of them at which a clock warns.</source>
        <translation>时限到前多久提醒</translation>
    </message>
    <message>
        <source>Which overrun of a side in a match is the first to be charged.</source>
        <translation>一方第几次超时起判罚</translation>
    </message>
    <message>
        <source>Length of a round.</source>
        <translation>一轮的时间</translation>
    </message>
    <message>
        <source>Deals in a round.</source>
        <translation>一轮的副数</translation>
    </message>
    <message>
        <source>Minutes before the end of the round at which a table that is not yet playing may be stopped.</source>
        <translation>结束前几分钟尚未开打的桌可停止</translation>
    </message>
    <message>
        <source>A deal that is still being drawn at that time.</source>
        <translation>此时仍在抓牌的一副</translation>
    </message>
    <message>
        <source>it is not played, the round is over</source>
        <translation>不再打，本轮结束</translation>
    </message>
    <message>
        <source>once drawing has begun it is played to its end</source>
        <translation>已开始抓牌的打完</translation>
    </message>
    <message>
        <source>the text does not say: the referee decides</source>
        <translation>规则未写，由裁判决定</translation>
    </message>
    <message>
        <source>A deal that is being played when the time is up.</source>
        <translation>到时正在打的一副</translation>
    </message>
    <message>
        <source>it is played to its end</source>
        <translation>打完</translation>
    </message>
    <message>
        <source>it is broken off and does not count</source>
        <translation>中止，不计</translation>
    </message>
    <message>
        <source>Equal levels at the end of the round.</source>
        <translation>一轮结束时级数相同</translation>
    </message>
    <message>
        <source>a draw</source>
        <translation>平局</translation>
    </message>
    <message>
        <source>the side that reached the level first wins</source>
        <translation>先到该级的一方胜</translation>
    </message>
    <message>
        <source>the winner of the last deal wins</source>
        <translation>最后一副的胜方胜</translation>
    </message>
    <message>
        <source>the side that would lead the next deal wins</source>
        <translation>下一副应领出的一方胜</translation>
    </message>
    <message>
        <source>one more deal at the start level; its winner wins</source>
        <translation>加打一副起始级，胜者胜</translation>
    </message>
    <message>
        <source>What the result of the round is turned into.</source>
        <translation>一轮的成绩换算成什么</translation>
    </message>
    <message>
        <source>match points by a table that the organiser supplies</source>
        <translation>按主办方的表换算场分</translation>
    </message>
    <message>
        <source>win, draw or loss</source>
        <translation>胜、平、负</translation>
    </message>
    <message>
        <source>the level difference</source>
        <translation>级差</translation>
    </message>
    <message>
        <source>3, 2 or 1 points for each deal won, added up</source>
        <translation>每副胜得3、2、1分，累加</translation>
    </message>
    <message>
        <source>Being late: up to so many minutes, the other side starts so many levels higher.</source>
        <translation>迟到：每多少分钟内，对方升几级起打</translation>
    </message>
    <message>
        <source>Minutes late after which a side forfeits.</source>
        <translation>迟到多少分钟后弃权</translation>
    </message>
    <message>
        <source>The same with the chief referee&apos;s leave.</source>
        <translation>经裁判长同意时的弃权时限</translation>
    </message>
    <message>
        <source>Points of the side whose opponents forfeit.</source>
        <translation>对方弃权时的得分</translation>
    </message>
    <message>
        <source>Points of the side that forfeits.</source>
        <translation>弃权方的得分</translation>
    </message>
    <message>
        <source>Who enters the result.</source>
        <translation>成绩由谁填写</translation>
    </message>
    <message>
        <source>any side</source>
        <translation>任一方</translation>
    </message>
    <message>
        <source>East and West</source>
        <translation>东西方</translation>
    </message>
    <message>
        <source>Who confirms it.</source>
        <translation>成绩由谁确认</translation>
    </message>
    <message>
        <source>the other side</source>
        <translation>另一方</translation>
    </message>
    <message>
        <source>North and South</source>
        <translation>南北方</translation>
    </message>
    <message>
        <source>Until when a wrong result may be corrected.</source>
        <translation>错误的成绩何时前可更正</translation>
    </message>
    <message>
        <source>before the players leave the table</source>
        <translation>牌手离桌前</translation>
    </message>
    <message>
        <source>as the referee decides</source>
        <translation>由裁判决定</translation>
    </message>
    <message>
        <source>Another player for a seat during the competition.</source>
        <translation>比赛中更换牌手</translation>
    </message>
    <message>
        <source>not allowed: the side forfeits</source>
        <translation>不允许，该方弃权</translation>
    </message>
    <message>
        <source>the referee decides</source>
        <translation>由裁判决定</translation>
    </message>
    <message>
        <source>Minutes after play in which an appeal may be made.</source>
        <translation>赛后多少分钟内可申诉</translation>
    </message>
    <message>
        <source>Minutes in which it is answered.</source>
        <translation>多少分钟内答复</translation>
    </message>
    <message>
        <source>Warnings of a side that make a violation (违例).</source>
        <translation>几次警告算一次违例</translation>
    </message>
    <message>
        <source>Violations of a side that lose the match.</source>
        <translation>几次违例判负</translation>
    </message>
    <message>
        <source>Matches lost so that suspend a side (停赛).</source>
        <translation>因此判负几场停赛</translation>
    </message>
    <message>
        <source>Who rules.</source>
        <translation>由谁裁决</translation>
    </message>
    <message>
        <source>the referee at the table</source>
        <translation>本桌裁判</translation>
    </message>
    <message>
        <source>the chief referee where the match hangs on it or several awards are open</source>
        <translation>影响胜负或有多种判罚时由裁判长</translation>
    </message>
    <message>
        <source>the chief referee</source>
        <translation>裁判长</translation>
    </message>
    <message>
        <source>level {0}</source>
        <translation>打{0}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>none</source>
        <translation>不设</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{0} min: {1}</source>
        <translation>{0} 分钟内升 {1} 级</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>中文</source>
        <comment>the language to switch to, in itself</comment>
        <translation>English</translation>
    </message>
    <message>
        <source>BIG</source>
        <comment>big joker in a card&apos;s corner, above</comment>
        <translation>大</translation>
    </message>
    <message>
        <source>JKR</source>
        <comment>joker in a card&apos;s corner, below</comment>
        <translation>王</translation>
    </message>
    <message>
        <source>SML</source>
        <comment>small joker in a card&apos;s corner, above</comment>
        <translation>小</translation>
    </message>
    <message>
        <source>Cannot read “{0}”. Write H3 S3, HT, SB, HR or pass.</source>
        <translation>看不懂“{0}”。请写 H3 S3、HT、SB、HR 或 pass。</translation>
    </message>
    <message>
        <source>{0} passes</source>
        <translation>{0}过牌</translation>
    </message>
    <message>
        <source>{0} leads and cannot pass.</source>
        <translation>{0}领出，不能过牌。</translation>
    </message>
    <message>
        <source>These {0} cards together are no play at level {1}.</source>
        <translation>这 {0} 张牌打 {1} 时不成牌型。</translation>
    </message>
    <message>
        <source>There are only two of {0}.</source>
        <translation>{0} 只有两张。</translation>
    </message>
    <message>
        <source>{0} has only {1} left.</source>
        <translation>{0}只剩 {1} 张牌。</translation>
    </message>
    <message>
        <source>Both {0} have been played already.</source>
        <translation>两张 {0} 都已出过。</translation>
    </message>
    <message>
        <source>{0} does not beat {1}.</source>
        <translation>{0} 压不过 {1}。</translation>
    </message>
    <message>
        <source>a card is not read</source>
        <translation>有牌未认出</translation>
    </message>
    <message>
        <source>Write the suits: only as {0} would it beat {1}.</source>
        <translation>请写明花色：只有{0}才压得过{1}。</translation>
    </message>
    <message>
        <source>no play at this level</source>
        <translation>当前级数下不成牌型</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>taken back</source>
        <comment>mark in the list</comment>
        <translation>收回</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>mark in the list: the rules do not allow it</comment>
        <translation>不合规</translation>
    </message>
    <message>
        <source>struck</source>
        <comment>mark in the list: a correction has struck it out</comment>
        <translation>已删</translation>
    </message>
    <message>
        <source>no ground</source>
        <comment>mark in the list: later than a correction that broke it</comment>
        <translation>不成立</translation>
    </message>
    <message>
        <source>asked</source>
        <comment>mark in the list</comment>
        <translation>待核</translation>
    </message>
    <message>
        <source>corrected</source>
        <comment>mark in the list</comment>
        <translation>已更正</translation>
    </message>
    <message>
        <source>seen</source>
        <comment>where a line came from</comment>
        <translation>识别</translation>
    </message>
    <message>
        <source>typed</source>
        <comment>where a line came from</comment>
        <translation>手录</translation>
    </message>
    <message>
        <source>infer.</source>
        <comment>where a line came from: it follows</comment>
        <translation>推断</translation>
    </message>
    <message>
        <source>over the time allowed</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>big joker</source>
        <translation>大王</translation>
    </message>
    <message>
        <source>small joker</source>
        <translation>小王</translation>
    </message>
    <message>
        <source>E</source>
        <translation>东</translation>
    </message>
    <message>
        <source>East</source>
        <translation>东家</translation>
    </message>
    <message>
        <source>S</source>
        <translation>南</translation>
    </message>
    <message>
        <source>South</source>
        <translation>南家</translation>
    </message>
    <message>
        <source>W</source>
        <translation>西</translation>
    </message>
    <message>
        <source>West</source>
        <translation>西家</translation>
    </message>
    <message>
        <source>N</source>
        <translation>北</translation>
    </message>
    <message>
        <source>North</source>
        <translation>北家</translation>
    </message>
    <message>
        <source>first out</source>
        <translation>上游</translation>
    </message>
    <message>
        <source>second out</source>
        <translation>二游</translation>
    </message>
    <message>
        <source>third out</source>
        <translation>三游</translation>
    </message>
    <message>
        <source>last</source>
        <translation>下游</translation>
    </message>
    <message>
        <source>single {0}</source>
        <translation>单张 {0}</translation>
    </message>
    <message>
        <source>pair of {0}</source>
        <translation>对子 {0}</translation>
    </message>
    <message>
        <source>triple of {0}</source>
        <translation>三同张 {0}</translation>
    </message>
    <message>
        <source>full house, three {0}</source>
        <translation>三带对，三张 {0}</translation>
    </message>
    <message>
        <source>straight {1}–{0}</source>
        <translation>顺子 {1}–{0}</translation>
    </message>
    <message>
        <source>tube {1}–{0}</source>
        <translation>三连对 {1}–{0}</translation>
    </message>
    <message>
        <source>plate {1}–{0}</source>
        <translation>钢板 {1}–{0}</translation>
    </message>
    <message>
        <source>{2}-card bomb of {0}</source>
        <translation>{2} 张炸弹 {0}</translation>
    </message>
    <message>
        <source>straight flush {1}–{0}</source>
        <translation>同花顺 {1}–{0}</translation>
    </message>
    <message>
        <source>four jokers</source>
        <translation>四大天王</translation>
    </message>
    <message>
        <source>single</source>
        <translation>单张</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>对子</translation>
    </message>
    <message>
        <source>triple</source>
        <translation>三同张</translation>
    </message>
    <message>
        <source>full house</source>
        <translation>三带对</translation>
    </message>
    <message>
        <source>straight</source>
        <translation>顺子</translation>
    </message>
    <message>
        <source>tube</source>
        <translation>三连对</translation>
    </message>
    <message>
        <source>plate</source>
        <translation>钢板</translation>
    </message>
    <message>
        <source>bomb of {0}</source>
        <translation>{0} 张炸弹</translation>
    </message>
    <message>
        <source>str. flush</source>
        <translation>同花顺</translation>
    </message>
    <message>
        <source>A card lies there that could not be read.</source>
        <translation>有一张牌未能识读。</translation>
    </message>
    <message>
        <source>The camera is not sure of these cards.</source>
        <translation>这手牌没有看准。</translation>
    </message>
    <message>
        <source>This play is not allowed now.</source>
        <translation>此时不能这样出牌。</translation>
    </message>
    <message>
        <source>It is not this seat&apos;s turn.</source>
        <translation>还没轮到这一家。</translation>
    </message>
    <message>
        <source>A seat before it was skipped: did it pass?</source>
        <translation>前面跳过了一家：是过牌吗？</translation>
    </message>
    <message>
        <source>Added to the seat&apos;s last play, but together they are no play.</source>
        <translation>加在本家上一手牌上，却不成牌型。</translation>
    </message>
    <message>
        <source>Reading had paused: was more laid in between?</source>
        <translation>读牌曾暂停：期间是否还出过别的牌？</translation>
    </message>
    <message>
        <source>Allowed only if one more {0} lies hidden under its equal.</source>
        <translation>须有一张 {0} 压在同样的牌下才合规则。</translation>
    </message>
    <message>
        <source>Allowed only if {0} was no card of this play.</source>
        <translation>须 {0} 不属于这手牌才合规则。</translation>
    </message>
    <message>
        <source>Allowed only with a card that was not seen, or without one that was.</source>
        <translation>须多一张没看到的牌，或少一张看到的牌，才合规则。</translation>
    </message>
    <message>
        <source>Tribute is refused</source>
        <translation>抗贡</translation>
    </message>
    <message>
        <source>No table file: the whole picture is taken as the table.</source>
        <translation>未给牌桌文件：整幅画面当作牌桌。</translation>
    </message>
    <message>
        <source>No table file: the table is placed by its markers.</source>
        <translation>未给牌桌文件：按标记定位牌桌。</translation>
    </message>
    <message>
        <source>The camera or the table was moved: reading pauses.</source>
        <translation>摄像头或牌桌被碰动：暂停读牌。</translation>
    </message>
    <message>
        <source>The camera is covered or was turned away: reading pauses.</source>
        <translation>摄像头被遮挡或转开：暂停读牌。</translation>
    </message>
    <message>
        <source>The camera&apos;s picture has other proportions: calibrate again. Nothing is read.</source>
        <translation>摄像头画面比例变了：请重新标定。目前不识别出牌。</translation>
    </message>
    <message>
        <source>The camera or the table was moved, and the table was placed anew.</source>
        <translation>摄像头或牌桌被碰动过，已自动重新对准。</translation>
    </message>
    <message>
        <source>{0}: tribute</source>
        <translation>{0}：进贡</translation>
    </message>
    <message>
        <source>{0}: return</source>
        <translation>{0}：还贡</translation>
    </message>
    <message>
        <source>{0}: card-count report</source>
        <translation>{0}：报牌</translation>
    </message>
    <message>
        <source>{0}: question</source>
        <translation>{0}：疑问</translation>
    </message>
    <message>
        <source>{0}: irregularity</source>
        <translation>{0}：违规</translation>
    </message>
    <message>
        <source>{0}: ruling</source>
        <translation>{0}：判罚</translation>
    </message>
    <message>
        <source>{0} takes the trick</source>
        <translation>本圈归{0}</translation>
    </message>
    <message>
        <source>{0}–{1}</source>
        <comment>two seats of a side</comment>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>big Jk</source>
        <comment>big joker, short</comment>
        <translation>大王</translation>
    </message>
    <message>
        <source>small Jk</source>
        <comment>small joker, short</comment>
        <translation>小王</translation>
    </message>
    <message>
        <source>; wild as {0}</source>
        <translation>；配作 {0}</translation>
    </message>
    <message>
        <source>; {0} wild</source>
        <translation>；配 {0} 张</translation>
    </message>
    <message>
        <source>Deal {0}</source>
        <translation>第 {0} 副</translation>
    </message>
    <message>
        <source>, {0} leads</source>
        <translation>，{0}领出</translation>
    </message>
    <message>
        <source>Deal {0} is over</source>
        <translation>第 {0} 副结束</translation>
    </message>
    <message>
        <source>The match is over</source>
        <translation>比赛结束</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play goes on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>{0} s</source>
        <comment>seconds</comment>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>camera {0}</source>
        <translation>摄像头 {0}</translation>
    </message>
    <message>
        <source>sJ</source>
        <comment>small joker, two letters</comment>
        <translation>小</translation>
    </message>
    <message>
        <source>bJ</source>
        <comment>big joker, two letters</comment>
        <translation>大</translation>
    </message>
    <message>
        <source>{0}: {1} still out</source>
        <translation>{0}：未出 {1} 张</translation>
    </message>
    <message>
        <source>{0}: {1} still out ({2})</source>
        <translation>{0}：未出 {1} 张（{2}）</translation>
    </message>
    <message>
        <source>; {0} more were laid, suit not read</source>
        <translation>；另有 {0} 张已出，花色未认出</translation>
    </message>
    <message>
        <source>{0} reports {1} left</source>
        <translation>{0}报牌：剩 {1} 张</translation>
    </message>
</context>
</TS>
