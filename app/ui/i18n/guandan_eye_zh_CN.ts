<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ByHandPanel</name>
    <message>
        <source>pass</source>
        <translation>过牌</translation>
    </message>
    <message>
        <source>Correct line {0}: {1} {2}</source>
        <translation>更正第 {0} 行：{1} {2}</translation>
    </message>
    <message>
        <source>By hand (F3), for</source>
        <translation>手工录入（F3）：</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录入</translation>
    </message>
    <message>
        <source>cards: H3 S3</source>
        <translation>牌：H3 S3</translation>
    </message>
    <message>
        <source>Pick the seat.</source>
        <translation>请选择哪一家。</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>过牌</translation>
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
    <name>MainWindow</name>
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
        <source>F4 or double-click corrects, F5 goes to what is asked</source>
        <translation>F4 或双击更正，F5 转到待核</translation>
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
        <source>{0} % sure</source>
        <translation>把握 {0}%</translation>
    </message>
    <message>
        <source>; else {0}</source>
        <translation>；或为 {0}</translation>
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
    <name>StatusLine</name>
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
        <source>New deal (Ctrl+N)</source>
        <translation>新的一副（Ctrl+N）</translation>
    </message>
    <message>
        <source>Language (Ctrl+L)</source>
        <translation>语言（Ctrl+L）</translation>
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
        <source>No deal yet: start one (Ctrl+N)</source>
        <translation>尚未开局：按 Ctrl+N</translation>
    </message>
    <message>
        <source>The deal is over (Ctrl+N: next)</source>
        <translation>本副结束（Ctrl+N：下一副）</translation>
    </message>
    <message>
        <source>{0} leads</source>
        <translation>{0}领出</translation>
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
        <source>The deal starts with its first play: whoever lays it leads.</source>
        <translation>第一手牌一出，本副即开始，由出牌人领出。</translation>
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
        <source>typed</source>
        <comment>mark in the list</comment>
        <translation>手录</translation>
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
        <source>The camera or the table was moved: reading pauses.</source>
        <translation>摄像头或牌桌被碰动：暂停读牌。</translation>
    </message>
    <message>
        <source>The camera is covered or was turned away: reading pauses.</source>
        <translation>摄像头被遮挡或转开：暂停读牌。</translation>
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
</context>
</TS>
