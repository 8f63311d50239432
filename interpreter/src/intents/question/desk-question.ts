/**
 * Questions about one's own trading and the market: 'how much fees did I pay', 'is wif up today', 'what is a dca'. Each
 * has a shape of its own, so that no instruction and no change of a plan is taken for one.
 */
import type { Topic } from '../../port.ts'
import { bareQuestion } from './plain.ts'

type About = Topic['about']

const either = (...phrases: string[]): string => `(?:${phrases.join('|')})`
const whole = (...phrases: string[]): RegExp => new RegExp(`^${either(...phrases)}$`, 'u')

/** Words in the place of a token that name no token. */
const NO_TOKEN = either(
  'i|we|you|there|everything|anything|nothing|something|that|this|these|those|all|any|each|what|which|a|an|the|my|our|your|his',
  'trading|agents?|bots?|strateg(?:y|ies)|dca|twap|grid|rsi|bracket|orders?|trades?|positions?|portfolio|wallets?|desk|balance',
  'things|stuff|business|life|going|doing|performance|pnl|profits?|up|down|in|on|he|she|they|up to',
)
const NAME = String.raw`(?!${NO_TOKEN}\b(?! at\b))\$?[\p{L}\p{N}.]{1,24}`
const TOKEN = either(
  String.raw`(?:the )?(?:price|value|chart) of ${NAME}`,
  String.raw`${NAME}(?: price)?`,
  'the (?:token|coin|market|price|chart)',
  'this (?:token|coin)',
)
const WITHIN = String.raw`(?: (?:today|now|lately|recently|so far|overall|this (?:week|month|morning)|yesterday|last night|overnight|tonight|in general|(?:in|over|for|within|during|since) (?:the )?(?:last|past|yesterday|this|today)?(?: [\p{L}\p{N}]+){0,3}|24 ?h|(?:last|past) 24 ?h(?:ours)?|on the day|for the day)){0,2}`
const MOVE = String.raw`(?:going |moving |trading |doing |trending |way |still |much )*(?:up|down|green|red|pumping|dumping|crashing|mooning|rising|falling|higher|lower|tanking|climbing|dropping|rallying|sinking|bleeding|ripping|flying|bullish|bearish|pumped|dumped|crashed|flat)(?: (?:or|and) (?:is it |going )?(?:up|down|green|red|not|pumping|dumping|falling|rising|no))?`
const AGENT = String.raw`(?:it|you|i|we|they|this|that|(?:the |my )?(?:bot|agent|strategy|grid|dca|twap|rsi|bracket|limit)(?: (?:bot|strategy|order|\d+|[\p{L}]{3,6}))?|agent \S+)`
const HOW_MUCH = String.raw`how (?:much|many)(?: (?:sol|usd|usdc|money|dollars|in total))?`

const MOVES = new RegExp(
  String.raw`\b(?:up|down|cheaper|green|red|higher|lower|bullish|bearish|flat|move[ds]?|moving|gained|well|badly|rough|(?:pump|dump|crash|moon|ris|fall|tank|climb|dropp?|rally|sink|bleed|ripp?|fly|gain|slid)(?:s|es|e|ed|en|ing)?|rose|fell|risen)\b`,
)
const OWN =
  /\b(?:i|me|my|mine|we|our|you|your|bots?|agents?|strategy|position|buy|sell|bought|sold|good|possible|set|grid|dca)\b/
const SINCE = new RegExp(WITHIN, 'gu')
const MAY_MOVE = new RegExp(
  `^(?:(?:why|how much|how come) )?(?:is|was|are|has|have|did|does) (${TOKEN})\\b(.*)$`,
  'u',
)
/** 'Is jup really up today': of a token, and of no figure and nothing of one's own. */
function asksTrend(bare: string): boolean {
  const [, , tail = ''] = MAY_MOVE.exec(bare) ?? []
  const said = tail.replace(SINCE, '')
  return MOVES.test(said) && !/\d/.test(said) && !OWN.test(said)
}
const TREND = whole(
  `(?:how (?:is|are|does|did|has|was)|(?:which|what) way (?:is|are|did|has)) (?!it\\b)${TOKEN} (?:look|going|go|gone|move|moving|heading|trending|do|doing|done|been|perform|performing|performed|moved|looking)(?: doing)?${WITHIN}(?: up or down)?`,
  `what (?:is|was|did) (?!it\\b)${TOKEN} (?:doing|do|up to)${WITHIN}`,
  `what is happening (?:to|with) ${TOKEN}${WITHIN}`,
  `(?:how (?:is|are) )?${TOKEN}${WITHIN} up or down${WITHIN}`,
  `${NAME} ${MOVE} (?:today|now|or what)`,
  `what (?:is|was) (?:the )?(?:24 ?h|daily|day|today's|24 hour) (?:change|move|performance)(?: (?:of|for|in|on) ${TOKEN})?`,
)

const GOOD =
  '(?:a |an |the |still |really )*(?:good|great|bad|smart|safe|solid|wise|right|decent|nice|better|best|worth|ok|fine|terrible|risky|cheap)'
const ADVICE = whole(
  `(?:is|would|are) (?:it|now|this|that|today|${TOKEN})(?: be)? (?:now )?${GOOD} (?:a )?(?:buy|sell|hold|bet|investment|idea|time|moment|entry|point|price|choice|coin|token|deal|pick|buying|selling|it)\\b(?: (?:to|for|at|in|now|today|or|a|the|my|your|me|us|buy|sell|buying|selling|get|enter|entry|hold|it|some|more|long|term|short|bad|sell|price|opinion|this|moment|not|${NAME})){0,8}`,
  `(?:should|shall) i (?:really |still |better |maybe )*(?:buy|get|hold|keep holding|ape|ape into|ape in|enter|wait|add|invest|go for it|go in|do it|jump in)(?: (?:some|more|any|of|into|in|on|it|this|that|now|today|or|sell|wait|hold|a bit|the dip|with|first|${NAME})){0,8}`,
  `what (?:do|would) you (?:think|say|recommend|suggest|advise)(?: (?:of|about) (?:${TOKEN}|this|that|it))?`,
  `(?:what|which)(?: (?:token|coin|one)s?)? (?:should|would|do) (?:i|you) (?:buy|recommend|suggest|pick)(?: now| today| next| instead)*`,
  `is ${TOKEN} a (?:buy|sell|hold|good one)(?: now| today| here)*`,
  `(?:would|do|did) you (?:say|think|reckon) (?:that )?(?:it is|now is|this is) ${GOOD} (?:time|moment|idea|price|entry|point) to (?:buy|sell|get|enter|ape)(?: (?:into|in|some|more|now|${NAME})){0,4}`,
  `(?:is ${TOKEN} |is it )?worth (?:buying|it|getting|holding|selling)(?: ${NAME})?(?: now| today)*`,
  `(?:do|would|did) you (?:think|reckon|believe) (?:that )?${TOKEN} (?:will|is going to|would|can|could|goes|might) ?(?:still )?(?:go|goes|pump|dump|moon|rise|fall|crash|drop|recover|run|up|down)(?: (?:up|down|higher|lower|more|today|tomorrow|soon|or not))*`,
  `how much (?:do|would|should) (?:you|i) (?:suggest|recommend|advise|buy|invest|spend|put in)(?: (?:of it|for|on|into|in|it|that|this|a|beginner|start|me|to|${NAME})){0,4}`,
  `(?:what is )?your (?:opinion|view|take)(?: (?:on|of|about) (?:${TOKEN}|this|it))?`,
  `(?:will|is) ${TOKEN} (?:going to |gonna )?(?:go up|go down|pump|dump|moon|rise|fall|crash|drop|recover)(?: more)?(?: (?:today|tomorrow|soon|next week|this week|or (?:down|up|not|dump|fall))){0,8}`,
)

const FEES = new RegExp(
  either(
    String.raw`^(?:and |plus |what about |how about |in )*(?:the |my |all |total |overall |any |paid )*(?:network |trading |market |transaction )?(?:fees?|commissions?)(?: (?:and costs|paid|so|far|to|date|over|all|agents?|bot|in|total|today|this|week|month|until|now|for|it|that|of|the|my|on|${NAME})){0,8}$`,
    String.raw`^(?:how (?:much|many|high|big|large)|what|which|did|do|does|have|has|are|is|were|show|list|give|total|sum)\b[^\d%$]*\b(?:fees?|commissions?)\b[^\d%$]*$`,
    String.raw`^(?:and |the |my |total |all |network |trading )*(?:costs?|fees) (?:so far|to date|until now|overall|in total|today)$`,
    '^how do (?:the |your )?fees work$',
    String.raw`^(?:how much|what) (?:did|has|have|does) (?:it|this|that|all this|trading) cost (?:me|us)(?: so far| to trade)?$`,
  ),
  'u',
)

const FILL =
  'fill|filled|fills|executed?|go through|gone through|went through|happen|happened|trigger|triggered|hit|done|complete|completed'
const ORDERS = whole(
  `how many (?:of )?(?:the |my |its )?(?:orders?|buys?|sells?|purchases?|sales?|trades?|levels|fills?|slices?|pieces?)?(?: orders?)?(?: (?:are|is|were|was|have|has|did|got|do|i|we|you|it|been|still|there|left|open|filled|pending|done|placed|remaining|executed|remain|to go|to come|so far|until now|now|today|outstanding|for|of|in|the|this|that|my|agent|bot|grid|dca|twap|limit|strategy|already|by now|yet|fill|filling|\\d+)){1,8}`,
  `how many (?:orders|fills)`,
  `how many (?:of (?:the |them|it|\\d+)+ ?)?(?:are|were|is|have been|got) (?:already )?(?:done|filled|left|open|pending|executed|placed|remaining)(?: (?:so far|already|yet|now))*`,
  `(?:(?:did|has|have|is|was) )?(?:anything|something|any of (?:it|them)|nothing) (?:been |get |got )?(?:fill|filled|executed?)(?: (?:yet|already|so far|today))*`,
  `(?:(?:the )?(?:orders|fills) (?:left|filled|open|remaining|so far|pending|to go)|remaining orders|filled orders)(?: (?:now|so far|yet))*`,
  `(?:did|has|have|is|was|are|were) (?:my|the|it|that|its|any|all|this)(?: (?:last|first|limit|${NAME}|orders?|dca|twap|bracket|entry|stop|target|take profit|buy|sell|of|them|its|my)){0,8} (?:been |get |got |be |already )*(?:${FILL})(?: (?:yet|already|now|so far|today|since (?:yesterday|today|this morning|then))){0,8}`,
  `(?:how much|what|how many)(?: (?:of it|of that|${NAME}))? (?:is|are|remains|do i have)(?: still)? (?:left|remaining|open|to go|pending)(?: (?:to (?:buy|sell|spend|trade|do|fill|go)|of (?:it|that|the (?:order|twap|dca|plan|total))|now|there|in (?:it|the (?:order|twap|plan)))){0,8}`,
  `(?:how much|how many)(?: ${NAME})? (?:did|has|have) ${AGENT} (?:bought|sold|buy|sell|spent|spend)(?: (?:in total|so far|today|already|until now|till now|overall)){0,8}`,
  `(?:what|which) orders (?:are|were|is)(?: still)? (?:open|left|pending|filled|live|placed)(?: now)?`,
  `(?:are there|do i have|have i|is there)(?: (?:any|still|some)){0,8}(?: (?:open|pending|unfilled|live))? orders?(?: (?:open|left|pending|now|still)){0,8}`,
  `(?:show|list|show me|list me)(?: (?:all|my|the)){0,8} (?:open |pending |live |filled )?orders`,
  `(?:any|my|the)? ?(?:open|filled|pending) orders(?: now| left)?`,
  `(?:any|my) fills?(?: yet| so far| today)?`,
)

const TRADES = whole(
  `any (?:trades?|fills?|buys?|sells?|purchases?|sales?)${WITHIN}`,
  `(?:did|has|have) ${AGENT} (?:bought|sold|traded|buy|sell|trade) (?:anything|something|any)(?: (?:yet|so far|today|already|at all)){0,3}`,
  `(?:show|show me|list|give me|display|see|what (?:are|were|was|is))(?: (?:all|my|the|its|your|me|of)){0,8} (?:last|latest|recent|newest|previous|past|most recent)?(?: (?:\\d+|few|two|three|five|ten|couple of))? ?(?:trades?|fills?|trade history|transactions|history of trades|purchases|sales|buys|sells)(?: (?:of|for|from|by|on|in|today|agent|the|it|this|last|so|now|\\d+|${NAME})){0,8}`,
  `(?:my |the |its )?(?:last|latest|recent|newest)(?: (?:\\d+|few|two|three|five|ten))? (?:trades?|fills?|buys?|sells?|transactions)`,
  `trade history`,
  `what (?:did|has|have|was) (?:${AGENT}|the last trade)(?: (?:last|just|already))? (?:buy|sell|trade|bought|sold|traded)(?: (?:last|lately|recently|just now|today|yesterday|this (?:morning|week)|(?:in|within|over|during) (?:the )?(?:last|past)(?: [\\p{L}\\p{N}]+){1,3}|since .+|and (?:buy|sell|sold|bought)|last time|most recently|at|which|price|what)){1,8}`,
  `what (?:did|has) (?:it|you|the bot|the agent|agent \\S+) (?:buy|sell|bought|sold)(?: (?:and (?:sell|buy|sold|bought)))?`,
  `when did (?:${AGENT}) (?:last )?(?:buy|sell|trade)(?: last| the last time)?`,
  `when was (?:the|my|its) last (?:trade|buy|sell|purchase|sale|order|fill)`,
  `(?:at )?(?:what|which) price did ${AGENT} (?:get|pay)(?: (?:for|it|in|last|on|that|${NAME})){0,8}`,
  `at (?:what|which) price did ${AGENT} (?:buy|sell|enter|exit)(?: (?:it|in|last|that|${NAME})){0,8}`,
)

const WHY_WORDS =
  'sell|sold|selling|buy|bought|buying|trade|traded|trading|order|ordered|stop|stopped|stopping|pause|paused|losing|lose|lost|loss|down|negative|minus|red|exit|exited|close|closed|end|ended|finish|finished|fail|failed|failing|rebalance|enter|entered|waiting|nothing|skip|skipped|bad|slow'
const NOT = '(?:not|never|nothing|skip|skipped|skipping|miss|missed|left out|no order|omitted)'
const WHY = new RegExp(
  either(
    String.raw`^(?:why|how come) .*\b(?:not|never) (?:buying|selling|trading|doing|working)\b.*$`,
    // An order that was not placed is a skipped one; where it bought nothing at all, it may be none.
    String.raw`^(?:why|how come) .*\b(?:not|never) (?:bought|sold|traded|done|buying|selling|doing|buy|sell)(?: anything| any| something)\b.*$`,
    String.raw`^(?:why|how come|what is the reason) (?!(?:should|would|could|can|do i|not|do you need|is there)\b)(?!.*\b${NOT}\b).*\b(?:${WHY_WORDS})\b.*$`,
    String.raw`^what (?:made|makes) (?:it|you|the bot|the agent) (?:sell|buy|stop|exit|trade)\b.*$`,
    String.raw`^(?:what was |what is |tell me )?(?:the )?reason (?:for|of|behind|why) (?!.*\b${NOT}\b).*\b(?:sell|sale|sold|buy|bought|purchase|trade|order|loss|exit|stop)\b.*$`,
    String.raw`^(?:what was )?it sold why$`,
    '^what went wrong$|^what happened (?:to|with) (?:my|the|that|this) (?:last )?(?:order|trade|agent|bot|strategy|position|money)$',
    '^why$|^but why$|^why (?:is|was) (?:that|it|this)$|^how come$',
  ),
  'u',
)

const LOSE = '(?:lose|loose|lost|loss|risk)'
const RISK = new RegExp(
  either(
    String.raw`^${HOW_MUCH} (?:could|can|might|would|may|will|do|does|am|is|are)(?: at)?(?: (?:i|we|this|it|that|one|the|my|plan|strategy|order|grid)){0,8} (?:possibly |maybe |potentially |really |at most |maximally |be |stand to )*(?:lose|loose|risk(?:ing)?|at risk|cost me at worst|go wrong)(?!ing)(?: (?:here|with|on|in|by|this|that|it|at|the|a|my|worst|case|most|maximum|if|goes|wrong|everything|of|to|plan|one|order|strategy|grid|all|really|bad|then|there|things|go|overall|max|gets?|hits?|reach(?:es)?|triggers?|stop|stops|stopped|out)){0,10}$`,
    String.raw`^what (?:could|can|do|would|might|will|does)(?: (?:i|we|it|this|that|still|possibly|really)){0,8} ${LOSE}(?: .*)?$`,
    String.raw`^(?:and |so )?(?:what is |what was |tell me |what would be )?(?:the |my |a |our )*(?:worst (?:case|that can happen|that could happen|outcome|loss|thing)|max(?:imum|imal)? (?:possible )?(?:loss|risk|downside)|biggest (?:loss|risk)|largest loss|downside|risks?|max(?:imum)? (?:that )?(?:i|it|this|we) (?:can|could|might|would) lose|most (?:that )?(?:i|it|this|we) (?:can|could|might|would|will) (?:possibly )?lose)(?: (?:scenario|here|on|with|of|in|for|this|that|it|one|if|the|plan|order|strategy|goes|wrong|case|be|then|now|there|grid|trade)){0,8}$`,
    String.raw`^(?:can|could|might|will|do) i (?:really |possibly )?(?:lose|loose) (?:everything|all|it all|money|more|anything|a lot|all of it|my|the whole)\b[^\d%$]*$`,
    String.raw`^how (?:risky|dangerous|safe|bad) (?:is|can|could|would|does)\b[^\d%$]*$`,
    String.raw`^is (?:this|it|that|the plan) (?:risky|dangerous|safe)(?: .*)?$`,
    `^what (?:happens |would happen |will happen )?if (?:the )?${NAME} (?:falls|drops|crashes|dumps|dips|loses|goes down)(?: by| another| down)* [\\d.]+ ?%$`,
    String.raw`^what (?:happens )?if (?:it|this|that|everything|all|things) goe?s? (?:wrong|bad|south|to zero)$`,
    String.raw`^what (?:is|am i)(?: .*)? at risk(?: .*)?$|^what am i risking(?: .*)?$`,
  ),
  'u',
)

const FALLS =
  '(?:drops?|falls?|goes|dips?|leaves?|crash(?:es)?|moves?|trades?|breaks?|gets?|is|runs?|sinks?|slides?|dumps?|rises?|climbs?|pumps?|drop|fall|go|exits?)'
const SIDE =
  '(?:out of|outside(?: of)?|below|under|beneath|through|past|above|over|beyond|lower than|higher than|out|off)'
const BELOW_RANGE = new RegExp(
  either(
    String.raw`^(?:what (?:happens|would happen|will happen|happen|if|does it do|do you do|will it do|are you doing)|and|so what|then what)(?: then| next)?(?: (?:if|when|once|in case))? (?:it|that|this|(?:the )?price(?: of ${NAME})?|the token|the coin|the market|${NAME}) (?:ever |really |just |suddenly )*${FALLS}(?: down| up| all the way| right)? ?${SIDE}? ?(?:of )?(?:the |my |its |our |that |this |a )*(?:range|grid|band|bottom|lowest(?: level| line| price)?|lower(?: level| end| bound| limit)?|levels?|lower|top|upper(?: end| bound| limit)?|highest(?: level| line| price)?|bounds?|limits?|\$?\d[\d.,]*\w{0,7})(?: then| price| level)?$`,
    String.raw`^what (?:happens|will happen|would happen)(?: .*)? (?:below|above|outside|out of|under)(?: of)? (?:the |my |its )?(?:range|grid|band|lowest level|\$?\d[\d.,]*)$`,
  ),
  'u',
)

const EXIT = '(?:stop(?: |-)?loss|stop|sl|take profit|tp|target|exits?)'
const EXITS = whole(
  `(?=.*\\b(?:stops?|sl|sell|sold|out|exit|close|leave|target|tp|take profit)\\b)(?:so |and )?(?:at |for )?(?:what|which) (?:price|level|point|value)s? (?:will|would|does|do|should|can|is|are) (?:${AGENT}|my |the |its )?(?: ?${EXIT})?(?: (?:be|get|going to|set|at|it|out|me|stopped|sold|sell|stop|exit|close|closed|leave|everything|all|again|in (?:dollars|usd)|and|or|take|profit|triggered?|kick in|hit)){0,8}`,
  `(?:what|where|how much|how high|how low) (?:is|are|would|will) (?:my |the |its )?${EXIT}(?: (?:and|or) (?:my |the )?${EXIT})?(?: (?:price|level|be|at|in|dollars|usd|then|now|set|set to)){0,6}`,
  `(?:what|which) (?:price|level) is (?:my |the |its )?${EXIT}(?: (?:at|set|set to|in dollars|in usd)){0,3}`,
)

const TERM = either(
  'dcas?|dca|dollar[- ]cost averaging|twaps?|limit orders?|limits?|limit (?:buy|sell)|market orders?|grids?|grid (?:bots?|trading|orders?|strategy)|brackets?|bracket orders?',
  'trailing stops?|trailing(?: stop)? loss|trailing stop loss|stop(?: |-)?loss(?:es)?|stop orders?|take profits?|tp|sl|rsi|ema|sma|moving averages?|ma(?: |-)?cross(?:es|over|overs|ing)?|moving average cross(?:over)?|cross(?:es|over)?|golden cross|death cross',
  'rebalanc(?:e|es|ing)|slippage|drawdown|max drawdown|swaps?|backtests?|price impact|arithmetic grid|geometric grid|(?:grid )?levels?|crossover|recurring buys?|dca (?:bot|order|strategy)|rsi (?:bot|strategy)|oversold|overbought|p&l|pnl|unrealized p&l|realized p&l|timeframe',
)
const EXPLAIN = whole(
  `what (?:is|are|was|were|does|do) (?:a |an |the |that |this )*${TERM}(?: (?:mean|do|thing|work|for|about|again|used for|good for|stand for|exactly|order|strategy|bot|trading|then|supposed to (?:mean|be|do)|in (?:trading|crypto|simple words|plain words))){0,8}`,
  `what (?:does|do|is|was) (?:that|it|this|you) mean(?:,| by|s)* (?:a |the |an )?${TERM}`,
  `(?:what is|whats) (?:meant|the meaning) (?:by|of) (?:a |the |an )?${TERM}`,
  `how (?:does|do|is|would|will) (?:a |an |the |that |this |your )*${TERM} (?:work|function|do|go)(?:s)?(?: (?:here|then|in (?:detail|practice|simple words))){0,8}`,
  `(?:can you |could you |please |would you )*(?:explain|define|describe)(?: (?:to )?me)?(?: (?:what|how))?(?: (?:a|an|the))?(?: is)? ${TERM}(?: (?:is|are|works?|means|do|does|to me|in simple words|in plain words|for me)){0,8}`,
  `(?:what (?:is|are)|(?:(?:can|could|would) you (?:please )?)?(?:explain|tell me))(?: (?:to )?me)? (?:the )?difference between (?:a |an |the )?${TERM} and (?:a |an |the )?${TERM}`,
  `${TERM} (?:means|is) what`,
)

const SETTINGS = whole(
  `what (?:is|are|was) (?:my |the )(?:current |default )?(?:slippage|settings?)(?: (?:limit|setting|tolerance|set|to|at|now|set to|set at)){0,8}`,
  `(?:what|which|how much|how high(?: is)?)(?: is)?(?: (?:my|the))? slippage(?: (?:do|did|am|have|is|are|i|you|we|use|using|set|allowed|allow|to|at|now)){0,8}`,
  `(?:what|which) (?:token|wallet|wallets|address|group)(?: (?:is|are|am|do|did|have|i|you|we)){0,8} (?:set|selected|used|chosen|using|use|trading with|trade with|configured)(?: (?:now|in the settings|from)){0,8}`,
)

const BALANCES = whole(
  `(?:how much|how many|what|which)(?: ${NAME}| (?:tokens?|coins?|money))?(?: (?:is|are|do i have|have i|i have|is there|are there|does|do|did|there|left|still|left over)){1,8} (?:in|on) (?:my |the )?(?:wallets?|group)(?: [\\p{L}\\p{N}]+){0,2}`,
  `(?:how much|how many)(?: ${NAME})? (?:does|do) (?:the |my )?(?:wallet|group) [\\p{L}\\p{N}]+ (?:have|hold|own|contain)`,
  `(?:show|show me|check|list) (?:the |my )?(?:wallet|group) [\\p{L}\\p{N}]+(?: balance)?`,
  `(?:what|how much) does (?:the |my )?(?:wallet|group) [\\p{L}\\p{N}]+ (?:have|hold|own|contain)`,
  `how (?:much|many) [\\p{L}\\p{N}$]+ (?:do|did|have) i (?:have|hold|own|got|still have|still hold|have left)(?: (?:left|now|in total|there|in (?:my )?wallets?)){0,8}`,
)

const STRATEGY = whole(
  `how (?:is|are|was) (?!(?:it|you)$)${AGENT}(?: doing| going| performing| looking)?`,
  `(?:is|are|was) ${AGENT} (?:still |already |now |currently |even )*(?:running|paused|stopped|active|live|on|off|going|alive|working|trading|done|finished|over|up and running|dead|stuck|waiting|ended|completed|buying|selling)(?: (?:or (?:not|paused|stopped|running|is it .*)|now|yet|fine|ok)){0,8}`,
  `(?:did|has|have) ${AGENT} (?:stop|stopped|start|started|finish|finished|end|ended|pause|paused|begin|begun|resumed?)(?: (?:yet|already|now|trading|buying)){0,8}`,
  `(?:what is )?(?:my |the |its )?(?:average|avg|mean) (?:price|entry|entry price|cost|buy price)(?: (?:so far|now|of (?:it|that|my position)|price))*`,
  `(?:what|how) is (?:the |my )?(?:state|status) of (?:${AGENT}|agent \\S+)`,
  `(?:is|are) (?:anything|something|any (?:agents?|bots?|strateg(?:y|ies)))(?: still)? (?:running|live|active|on|trading)(?: now)?`,
  `which (?:agents?|bots?|strateg(?:y|ies)) (?:are|is)(?: still)? (?:running|live|active|paused|on)(?: now)?`,
)

const PROFIT = whole(
  `(?:what is |show |show me |give me )?(?:the |my |our |its |total |overall |current |daily |weekly )*(?:profits?|pnl|p&l|returns?|gains?|losses|results?|performance)(?: (?:on|of|for|from|with|by) (?:${AGENT}|${NAME}|all (?:my )?(?:agents?|bots?)))${WITHIN}`,
  `(?:did|has|have) ${AGENT} (?:made|make|makes|earned|earn|lost|lose)(?: (?:anything|something|any|money|profit|a profit|a loss|yet|so far|today|already)){1,4}`,
  `(?:which|(?:which|what) (?:one|of (?:them|the agents|my agents|my bots)|agents?|bots?|strateg(?:y|ies)|token|wallet)) (?:has |have |is |did |does |was |are |of them |do )*(?:made|make|makes|making|earned|earns?|lost|loses?|doing|did|performed|performing|performs?|gained|brought|profitable|profitabl[ey]|the|up|down|in profit|winning|losing)\\b(?: (?:me|the|a|most|more|best|least|worst|better|worse|money|profit|so far|now|today|overall|this week|this month|profitable|loss|losses|losing|money|agent|one)){0,8}`,
  `(?:which|what)(?: one| agent| bot| strategy)? is (?:the |my )?(?:best|worst|most profitable)(?: (?:one|agent|bot|strategy|performing|performer)){0,8}`,
  `(?:what|who) is (?:the |my )?(?:best|worst) (?:agent|bot|strategy|performer)`,
  `(?:did|has|have|is|are) (?:my |the |this |that )?(?:position|trades?|strategy|bot|agents?|bag|it|they|we|i|that|agent \\S+|${NAME})(?: (?:\\d+|all))? (?:really |already )*(?:make|made|making|earn|earned|lose|lost|losing|brought)(?: me)? (?:any |some )?(?:money|anything|something|profit|a profit|cash)(?: (?:so far|yet|today|overall|at all|now|for me)){0,8}`,
  `how (?:did|does) (?:that|it|this) go`,
  `(?:how much|what)(?: (?:profit|money|p&l|pnl))? (?:over|across|on|from|for|of|with|in) all (?:my )?(?:agents?|bots?|strategies)(?: together)?`,
  `how (?:are|is) (?:all )?(?:my |the )?(?:agents|bots|strategies) (?:doing|performing)(?: (?:overall|together|all)){0,8}`,
)

const NEXT_ORDER = whole(
  `what (?:happens|comes|is) next`,
  `when (?:does|will|do|is) ${AGENT} (?:going to )?(?:buy|sell|trade|order|rebalance|check|act|start|begin)(?:ing)?(?: (?:again|next|it|the next time|anything|something)){0,8}`,
  `how (?:long|much time|many minutes)(?: is it)?(?: (?:until|till|to|before|left until|for))(?: (?:the|my|its))? next (?:one|order|buy|sell|trade|check)`,
)

const PRICE = whole(
  `${NAME} is (?:at|trading at|going for)(?: what| how much)?(?: now)?`,
  `what (?:is|was) (?:it|${TOKEN})(?: (?:now|at|today|at now|at today|going for|trading at|trading for|worth)){1,8}`,
  `(?:how much|how) (?:is|for) ${TOKEN}(?: now)?`,
  `where (?:is|are) (?:it|${TOKEN})(?: (?:at|trading|now|today)){1,8}`,
)

const QUESTIONS: [About, { test(bare: string): boolean }][] = [
  ['explain', EXPLAIN],
  ['exits', EXITS],
  ['below_range', BELOW_RANGE],
  ['risk', RISK],
  ['settings', SETTINGS],
  ['price', PRICE],
  ['trend', TREND],
  ['trend', { test: asksTrend }],
  ['advice', ADVICE],
  ['profit', PROFIT],
  ['why', WHY],
  ['fees', FEES],
  ['next_order', NEXT_ORDER],
  ['trades', TRADES],
  ['strategy', STRATEGY],
  ['balances', BALANCES],
  ['orders', ORDERS],
]

/** Returns the topic of a question of such a shape, or of one that ends the text; undefined: it has none. */
export function readDeskQuestion(text: string): About | undefined {
  if (text.length > MOST_LETTERS) return undefined
  const about = readShape(text)
  if (about !== undefined) return about
  // 'Jup is dumping, what happens if it leaves my range?'
  const [before = '', last] = text.split(LAST_CLAUSE)
  return last === undefined || BEARS.test(before) ? undefined : readShape(last)
}
function readShape(text: string): About | undefined {
  // 'And bonk, is it up?'
  const bare = bareQuestion(text).replace(OF_WHICH, '$2 $1 ')
  const about = QUESTIONS.find(([, shape]) => shape.test(bare))?.[0] ?? readLoosely(bare, text)
  // 'Should I buy 1 SOL of WIF' is about that plan.
  if (about === 'advice' && /\d/.test(bare)) return undefined
  // 'Max loss' may answer what a percentage is.
  return about === 'risk' && !text.includes('?') && !ASKS_RISK.test(bare) ? undefined : about
}
/**
 * The topic by its words alone, in whatever order they stand: 'what i can lose in worst case', 'sorry what means dca'.
 * Nothing that asks for a figure or imagines a case.
 */
function readLoosely(bare: string, text: string): About | undefined {
  const asks = OPENS.test(bare) || /\?\W*$/.test(text) || INNER.test(bare)
  if (!asks || IMAGINES.test(bare)) return undefined
  const about = LOOSE.find(([, words]) => words.test(bare))?.[0]
  return about !== 'below_range' && /[\d$%]/.test(bare) ? undefined : about
}
const OPENS =
  /^(?:(?:what|how|why|which|who|is|are|did|does|has|have|was|were|any|in total)\b(?! (?:about|bout)\b)|when (?:did|does|do|is|was|will)\b)/
const INNER = /\b(?:how much|how many)\b/
const IMAGINES = /\b(?:would|should|could you|can you|will you|buying|selling)\b|\bif i\b/
const LOOSE: [About, RegExp][] = [
  ['below_range', /\bhappens?\b.*\b(?:below|under|out|outside|leaves?|beneath)\b/],
  [
    'risk',
    /\bworst\b(?! (?:agent|bot|one|trade))|\b(?:i (?:can|could)|(?:can|could) i) (?:lose|loose)\b|\bdownside\b/,
  ],
  ['fees', /\b(?:fees?|commissions?)\b/],
  ['explain', new RegExp(`\\bwhat (?:means?|is|are) (?:a |an |the )?${TERM}\\b|${TERM} means? what\\b`, 'u')],
  ['capabilities', /^(?:what|which) (?:tokens?|coins?|pairs?|markets?)\b.*\b(?:can|may) i\b/],
  [
    'trend',
    new RegExp(
      `^${TOKEN} (?:is|was|goes|has|went|going)\\b(?!.*\\b(?:i|my|we|you|bot)\\b).*${MOVES.source}`,
      'u',
    ),
  ],
  [
    'orders',
    /^(?!.*\b(?:why|next)\b).*\borders?\b.*\b(?:fill(?:ed)?|left|open|went|gone|executed|done|remaining|pending|through)\b/,
  ],
  [
    'trades',
    /^(?!.*\b(?:why|next)\b).*\b(?:buy|bought|sell|sold|trade[ds]?)\b.*\b(?:last|lately|recently)\b|^(?!.*\b(?:why|next)\b).*\b(?:last|latest|recent)\b.*\b(?:buy|bought|sell|sold|trade[ds]?)\b/,
  ],
  [
    'profit',
    /\bin (?:the )?(?:plus|minus)\b|\b(?:win|earn|gain|make) or (?:lose|loss)\b|\bearns?\b|\bit (?:made|makes?|earned|lost)\b/,
  ],
  ['strategy', /^how goes\b/],
]

/** The last clause, if it asks. */
const LAST_CLAUSE =
  /[,.;:!]\s+(?=(?:(?:so|and|but|hm+|can you|could you|please|tell me|explain) )*(?:what|how|why|when|which|is|are|did|does|has|will|explain|tell)\b[^,.;:!]*$)/i
/** It may be an instruction, or belong to the question. */
const BEARS =
  /[\d$%]|\b(?:if|when|once|buy|sell|swap|dca|twap|grid|limit|stop|close|pause|resume|make|set|change|use|add|put|send|cancel)\b/i
const MOST_LETTERS = 160
const OF_WHICH = new RegExp(
  `^(?!(?:why|how|when|where|who|again|and|so)\\b)(${NAME}) ((?:how |why )?(?:is|was|did|does|has|will)) (?:it|he|she|they) `,
  'u',
)
const ASKS_RISK = /^(?:what|how|worst|can|could|might|will|do|is|tell)\b/
