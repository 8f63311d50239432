/** The words of strategies and of the limits on them. A phrase here wins over the same phrase in vocabulary.ts. */
import type { TokenType } from 'chevrotain'
import * as T from './token-types.ts'

/** What a word of a strategy announces; what belongs to it stands beside it in the text. */
export type Key =
  | 'stop'
  | 'take'
  | 'trail'
  | 'loss'
  | 'gain'
  | 'drawdown'
  | 'daily-loss'
  | 'budget'
  | 'cooldown'
  | 'wait'
  | 'protect'
  | 'bracket'
  | 'entry'
  | 'time-limit'
  | 'limit'
  | 'expiry'
  | 'gtc'
  | 'grid'
  | 'levels'
  | 'geometric'
  | 'arithmetic'
  | 'spacing'
  | 'lower'
  | 'upper'
  | 'around'
  | 'rsi'
  | 'oversold'
  | 'overbought'
  | 'length'
  | 'chart'
  | 'sma'
  | 'ema'
  | 'cross'
  | 'golden'
  | 'fast'
  | 'slow'
  | 'rebalance'
  | 'keep'
  | 'target'
  | 'drift'
  | 'rest'
  | 'twap'
  | 'split'
  | 'even'
  | 'slice'
  | 'finish'
  | 'add'
  | 'remove'
  | 'as-before'

const key = (means: Key, words: string): [TokenType, string, string] => [T.Key, words, means]

export const strategyRows: [TokenType, string, (string | number)?][] = [
  key(
    'daily-loss',
    "daily loss|daily losses|daily loss limit|daily loss cap|max daily loss|maximum daily loss|daily max loss|loss per day|losses per day|loss a day|loss limit per day|daily stop|max loss per day|maximum loss per day|max loss a day|loss limit a day|day's loss|loss in a day|loss in one day|losses in a day|daily drawdown|loss of the day|loss each day|per day loss|per day loss limit",
  ),
  key(
    'stop',
    'stop loss|stop losses|stoploss|stop loss order|sl|stop out|stop me out|stopped out|cut losses|cut my losses|cut the loss|cut my loss|cut it|hard stop|protective stop|loss limit|max loss|maximum loss|stop order|downside protection|safety stop|fixed stop|bail|bail out|stop lose|stoplos|stop los|disaster stop|emergency stop',
  ),
  key(
    'take',
    'take profit|take profits|takeprofit|tp|taking profit|taking profits|take my profit|take my profits|take the profit|take the profits|take gains|take gain|take my gains|profit target|profit taking|target profit|book profit|book profits|lock in profit|lock in profits|lock in gains|lock in my gains|lock in a profit|lock in|realize profit|realise profit|realize profits|realise profits|secure profit|secure profits|upside target|take proft|take profit order|cash in',
  ),
  key(
    'trail',
    'trailing stop|trailing stop loss|trailing stoploss|trailing|trail|trails|trailing sl|tsl|trailing exit|trailing stops|trail stop|follow up stop|from its peak|from the peak|from peak|below the peak|below its peak|from its high|from the high|off the high|off its high|below its high|below the high|off the top|from the top|from its top|off the peak|off its peak|below its highest price|below the highest price|from its highest price|from the highest price|from its highest point|from the highest point',
  ),
  key('loss', 'loss|losses|lose|loses|losing|lost|in the red|underwater|loss of'),
  key(
    'gain',
    'profit|profits|gain|gains|gained|in profit|in the green|upside|returns of|made|earn|earned|makes me|in the money|appreciation|increase in value',
  ),
  key(
    'drawdown',
    'drawdown|max drawdown|maximum drawdown|dd|max dd|maximum dd|drawdown limit|max draw down|maximum draw down|mdd|draw down|peak to trough|drawdowns|drawdown cap|equity drop|draw-down',
  ),
  key(
    'budget',
    "until i've spent|until i have spent|until it has spent|until it spent|until i spend|until you have spent|until you've spent|until spending|until having spent|budget|budgets|budget of|total budget|overall budget|max budget|maximum budget|max spend|maximum spend|max total spend|total spend|spending limit|spend limit|spending cap|spend cap|cap spending|cap spending at|cap my spending|cap my spending at|cap the total|cap the total at|cap the spend|limit spending|limit total spending|limit the total|limit spending to|spend no more than|spending no more than|spend at most|spending at most|spend up to|spending up to|never spend more than|never spending more than|not spend more than|don't spend more than|dont spend more than|do not spend more than|total cap|invest no more than|invest at most|investing at most|use no more than|use at most|spend a maximum of|spend max|spend maximum|overall cap|total outlay|max outlay|up to a total of|to a maximum of|ceiling on spending|in total at most|total no more than|maximum investment|max investment|not more than a total of|at most a total of|up to a maximum of|spend total of at most|without spending more than|not exceed a total of|spending ceiling",
  ),
  key(
    'cooldown',
    'cooldown|cool down|cooldown of|cooling off|cool off|cooling down|cool-down|cooldown period|cooling off period|breather|time out|timeout after',
  ),
  key('wait', 'wait|waits|rest for|rest|sit out|pause for|pause|hold off|hold off for|holding off'),
  key(
    'protect',
    'secure my gains|secure my profits|protect my gains|protect my profits|protect profits|protect|protecting|protects|guard|guarding|safeguard|defend|shield|secure|cover my|insure|babysit',
  ),
  key('bracket', 'bracket|bracket order|bracket orders|oco|oco order|barriers|triple barrier|brackets'),
  key(
    'entry',
    'entry|entry at|enter|enters|entering|entry price|entry level|entries|entry point|go long|going long|long at|get in|get in at',
  ),
  key(
    'time-limit',
    'time limit|time limit of|time stop|max hold|max hold time|max holding time|maximum holding time|holding period|max holding period|maximum holding period|at the latest|no later than|time exit|time barrier|hold for at most|hold for no longer than|hold at most|hold no longer than|hold it for at most|hold it no longer than|whatever happens|no matter what|regardless|in any case|timeout|time cap',
  ),
  key('limit', 'limit|limit order|limit orders|limit price|limit at|resting order|pending order'),
  key(
    'expiry',
    'good for|valid for|expires|expire|expiring|expiry|expiry of|expires in|expires after|expire in|expire after|expiring in|expiring after|good till|valid|cancel after|cancel it after|cancelled after|canceled after|if not filled|if it has not filled|if it is not filled|if unfilled|if it is unfilled|unless filled|cancel if not filled|cancel it if not filled|cancel if unfilled|cancel it if unfilled|lapses|lapse|lapses after|give it|leave it open for|keep it open for|keep the order open for|open for|stays open for|stay open for|order stays open for|active for|live for|cancel in|cancel it in|validity|drop it after|kill it after|expiration|expiration of|ttl|cancel if it has not filled|cancel if it is not filled|cancel it if it has not filled|cancel it if it is not filled|stand for|stands for|withdrawn after|keep it alive for|keep the order alive for|keep alive for',
  ),
  key(
    'gtc',
    'gtc|good till cancelled|good till canceled|good until cancelled|good until canceled|good til cancelled|no expiry|without expiry|never expires',
  ),
  key(
    'grid',
    'grid|grid trade|grid trading|grid trader|grid bot|grid strategy|gridding|ladder|grid trading bot|grid order|gird|market making grid|ladder of orders',
  ),
  key(
    'levels',
    'level|levels|grid levels|grid level|grids|grid lines|grid line|gridlines|line|lines|rung|rungs|step|steps|price levels|price points|tiers|tier|layers|layer|grid steps|number of levels|number of grids|number of grid levels|number of lines|level count|grid count|grid orders|lvls|lvl|price lines|horizontal lines|stairs',
  ),
  key(
    'geometric',
    'geometric|geometrically|geometric spacing|geometrically spaced|percentage spacing|percent spacing|logarithmic|logarithmically|log spaced|log spacing|proportionally|proportional|proportional spacing|equal ratio|equal ratios|equal percentage steps|constant ratio|exponential spacing|exponentially spaced|geometric steps|equal percentage spacing',
  ),
  key(
    'arithmetic',
    'arithmetic|arithmetically|arithmetic spacing|evenly spaced|equal spacing|equally spaced|linear|linear spacing|linearly spaced|equidistant|even spacing|arithmetic steps|evenly spread|equal steps|same distance apart',
  ),
  key('spacing', 'spaced|spacing|space'),
  key(
    'lower',
    'lower|low|bottom|low end|lower end|lower price|lower bound|lower limit|lower edge|bottom price|min price|minimum price|lower boundary|low price|support|lowest|lowest price|lowest level|bottom level',
  ),
  key(
    'upper',
    'upper|high|top|high end|upper end|upper price|upper bound|upper limit|upper edge|top price|upper boundary|high price|resistance|highest|highest price|highest level|top level',
  ),
  key(
    'around',
    '\u00b1|+/-|plus or minus|plus minus|either side|on either side|each side|on each side|either way|each way|both sides|on both sides|above and below|below and above|above or below|up and down|in both directions|in either direction|up or down',
  ),
  key(
    'rsi',
    'rsi|relative strength index|relative strength|rsi strategy|rsi indicator|rsi signal|rsi signals',
  ),
  key('oversold', 'oversold|over sold|oversold at|oversold level|oversold below'),
  key('overbought', 'overbought|over bought|overbought at|overbought level|overbought above'),
  key('length', 'length|lengths|length of|lengths of|period|periods|lookback|look back|lookback of|window'),
  key(
    'chart',
    'chart|charts|candle|candles|candlestick|candlesticks|timeframe|time frame|timeframes|tf|bar|bars|kline|klines|candle close|time interval',
  ),
  key(
    'sma',
    'ma|sma|mas|smas|moving average|moving averages|simple moving average|simple moving averages|average|averages|simple',
  ),
  key(
    'ema',
    'ema|emas|exponential|exponential moving average|exponential moving averages|exponential ma|exponential mas|exponential average|exponential averages',
  ),
  key(
    'cross',
    'cross|crossover|crossovers|cross over|crossing|crossings|crosses|crosses over|crosses under|cross under|cross-over|crossed|signal|signals|crossing over|x over|crossing of',
  ),
  key(
    'golden',
    'golden cross|golden crosses|death cross|golden cross death cross|golden and death cross|golden crossover',
  ),
  key(
    'fast',
    'fast|faster|fast ma|fast average|fast length|fast line|short ma|short ema|short sma|short average|fast one|short moving average|fast moving average',
  ),
  key(
    'slow',
    'slow|slower|slow ma|slow average|slow length|slow line|long ma|long ema|long sma|long average|slow one|long moving average|slow moving average',
  ),
  key(
    'rebalance',
    'rebalance|rebalances|rebalancing|rebalanced|re balance|re balancing|rebalancer|balance it back|restore|readjust|allocation|allocations|weight|weights|weighting|mix|ratio|portfolio balancing|re-weight|proportion',
  ),
  key('keep', 'keep|keeps|keeping|maintain|maintaining|maintains|hold|holding at|hold at|holds|stay at'),
  key(
    'target',
    'target|target of|targets|targeting|goal|aim for|aiming for|target share|target weight|target allocation',
  ),
  key(
    'drift',
    'off by|off|off target|is off|drift|drifts|drifted|drifting|deviates|deviate|deviation|deviation of|threshold|thresholds|threshold of|band|bands|strays|stray|out by|away|differs|out of line|out of balance|wanders|wander|diverges|diverge|shifts|shift|departs|tolerance of|tolerance|leeway|margin of|points|percentage points|slips|slip by|slips by|swing|swings|misses',
  ),
  key('rest', 'remainder|the remainder|the rest|balance in'),
  key(
    'twap',
    'twap|time weighted|time weighted average|time weighted average price|time-weighted|twap order|twap it',
  ),
  key(
    'split',
    'spread out|spread it out|spaced out over|spread|spreading|spreads|split|splitting|splits|divide|divides|divided|dividing|divvy|scale in|scale into|scale out|scaling in|scaling into|scaling out|gradually|slowly|bit by bit|drip|dripping|drip feed|little by little|break|break apart|break it up|break up|broken up|broken into|broken down|break it into|break it down into|break into|chop|chopped|chop it|phase|ease into|ease out of|work into|feed in|stagger|staggered|staggering|distribute|distributed|smooth|smoothly|trickle|over time|spaced out|piecemeal|by degrees|slice it|slicing|sliced|carve|carve it',
  ),
  key(
    'even',
    'evenly|equally|equal|even|same size|same sized|equal size|equal sized|equally sized|identical|uniform|uniformly|equal amounts|steady',
  ),
  key(
    'slice',
    'slice|slices|chunk|chunks|part|parts|piece|pieces|portion|portions|clip|clips|lots of|bites|segments|segment|batch|batches|child orders|sub orders|suborders|smaller orders|small orders|bits',
  ),
  key(
    'finish',
    'finish|finishes|finished|finishing|done|completes|complete|completed|shut down|shuts down|shutdown|over with|turned off|switched off|turn it off|switch it off|the end|at the end|concluded|terminates|terminated|terminate|killed|kill it',
  ),
  key('add', 'add|adding|include|attach|also add|append|put in'),
  key(
    'remove',
    "remove|removing|drop the|delete|without the|without a|no more|no longer|take off|take out|take away|get rid of the|scrap|lose the|clear|forget the|forget about the|turn off|disable|cancel the|skip the|strip|take the|discard|don't use a",
  ),
  [T.Cond, 'wait until|wait till|hold off until|waiting until'],
  [T.Sell, 'reduce my|trim my|trim|lighten my|cut my|pare my'],
  [T.For, 'duration|duration of|for a duration of|with a duration of|a duration of'],
  [T.Is, 'were|was|had been'],
  [T.Exit, "done with|i'm done with|finished with"],
  [T.Into, 'up into|down into'],
  [
    T.Move,
    'drops|drop|dropped|dropping|falls|fall|fell|falling|goes down|go down|going down|down|is down|dips|dip|dumps|comes down|gets down|crashes|crash|tanks|declines|decline|loses value|sinks|slides|slide|pulls back|pull back|retraces|slips to|plunges|decreases|retreats|backs off|is down by|drops down|drops back|comes back|come back|cheaper|lower than now|the dip|discount|discount to|discount from|dips down|slumps|tumbles|plummets|pullback|corrects|cools to|sheds|eases',
    'down',
  ],
  [
    T.Move,
    'rises|rise|rose|rising|goes up|go up|going up|up|is up|pumps|pump|climbs|climb|jumps|gets up|rallies|rally|increases|advances|recovers|moons|spikes|gains in price|goes above|runs up|bounces|goes higher|surges|soars|appreciates|grows|breaks out|premium|premium to|up by|in front|higher than now|comes up',
    'up',
  ],
  [
    T.Move,
    'hits|hit|reaches|reach|reached|goes|touches|touch|gets|moves|move|comes|trades at|gets to|goes to|moves to|changes|lands at|arrives at|becomes|sees',
  ],
  [
    T.Filler,
    "as|held|quick|opposite|the opposite|on the opposite|vice versa|the reverse|on the reverse|on the way back|the opposite cross|on the opposite cross|the other way|the other way round|or better|or so please|investment|investment of|total investment|i'd like to|i would like to|id like to|we'd like to|i'd like you to|i would like you to|the market price|market price|spot|spot price|today price|todays price|today level|today value|current market price|the present price|present price|current level|current value|the current level|right here|the current one|where it is now|what it is now|what it costs now|its current price|the going rate|market value|than now|than today|than it is now|price now|compared to now|from here|from where it is|from now price|from the current price|from current price|from its current price|from the present price|the price right now|of the current price|of current price|my entry|my buy price|the buy price|my cost|cost basis|my entry price|the entry price|from entry|from my entry|from the entry|from its entry|against me|trading bot|onto it|both|worth of it|style|type|approach|mode|method|technique|system|something like|kind of|sort of|as follows|following|namely|that is|which|please do|could you please|would you|i would|i wish to|i wish|wish|hoping to|intend to|plan to|planning to|aim to|idea is to|the idea|let it|let it run|keep it running|running|runs|work|works|working|apply|applying|employ|based|according to|based on|depending on|driven|driven by|powered|signal based|fresh|full|carefully|safe|safely|smart|purely|per each|sized|size|sizes|position size|sizing|trade size|order size|size of|each one|amount|amounts|sum|worth each|clip size|ticket|stake of|using the|in order to|order to|whichever comes first|whichever is first|whichever hits first|whatever comes first|first|either|or|anyway|later on|at which point|that point|this point|point|all the way|just in case|in case of|to be safe|it is|they are|there is|are you able|bring|bring it|bring back|back to target|ratio of it|of it each|of each|of each trade|activate|launch|initiate|fire up|spin up|kick off|begin with|deploying a|go for|going for|do it|do this|do that|do so|it with|value of|stuff|thing|things|little|bit|daily chart please|opening|opened|new one|my trade|my trades|the trade|the position|this position|each position|attached|included|afterwards|afterward|subsequently|once more|thereafter|in that case|same time|at the same time|meanwhile|together|plus|along|alongside|along with|together with|coupled with|combined with|accompanied|set at|placed at|located at|sitting at|being|has|having|had|its value|of value|of its value|in price|of the price|price wise|worth now|currently|current|present|today|presently|at present|at the moment|for the moment|this moment|check|checks|checking|checked|look|looks|looking|evaluate|evaluated|review|reviewed|monitor|monitoring|watch|watching|test|tested|see|every time|always|everytime|ever|any time|anytime|at any time|at any point|immediate|immediate or|i think|i guess|i believe|i suppose|trigger|triggers|triggered|triggering|fires|kicks in|kick in|execute at|executed|filled|fill at|fill|the following|for example|via the|bullish|bearish|upward|downward|upwards|downwards|upside cross|trend|trend following|momentum|mean reversion|reversion|swing trading|scalp|scalping|indicator|indicators|indicator based|classic|standard|normal|usual|regular|typical|traditional|popular|default|defaults|respectively|each of them|per entry|each entry|per signal|each signal|on each signal|on every signal|per cross|each cross|on each cross|per position|line up",
  ],
]
