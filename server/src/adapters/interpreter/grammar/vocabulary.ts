/** Which word or phrase is of which kind. A phrase wins over its words; `means` is what the grammar reads from the word. */
import type { TokenType } from 'chevrotain'
import { strategyRows } from './strategy-words.ts'
import * as T from './token-types.ts'

export type Meaning = { type: TokenType; means?: string | number | undefined }

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
export const WEEK = 7 * DAY
export const MONTH = 30 * DAY
export const YEAR = 365 * DAY

/** Kinds of instruction that are not offered, as the refusal names them. */
export const labels = {
  indicator: 'an indicator other than the RSI and moving averages',
  calendar: 'a start time or a day of the calendar',
  condition: 'a condition on the market',
  product: 'anything but swapping a token against SOL or USDC',
  vague: 'an inexact figure',
  wallets: 'an amount for each wallet',
} as const
export type Label = keyof typeof labels

const rows: [TokenType, string, (string | number)?][] = [
  [
    T.Buy,
    'buy|buying|purchase|purchasing|get|getting|grab|grabbing|acquire|acquiring|ape|aping|ape into|ape in|pick up|snag|scoop|scoop up|keep buying|bought|buy the dip|long|longing|load up on|load up|buy in|buy into|long into|bid',
    'buy',
  ],
  [T.Buy, 'accumulate|accumulating|stack|stacking', 'dca'],
  [
    T.Sell,
    'sell|selling|sold|ditch|ditching|keep selling|dump|dumping|unload|unloading|offload|offloading|sell off|sale|sell down|let go of|part with',
  ],
  [
    T.Exit,
    'exit|exiting|liquidate|liquidating|close out|close|get out of|get out|get rid of|cash out of|cash out|exit from|exit out of',
  ],
  [
    T.Convert,
    'swap|swapping|exchange|exchanging|convert|converting|turn|turning|change over|flip|rotate|switch',
  ],
  [T.Trade, 'trade|trading'],
  [
    T.Put,
    'put|putting|take|taking|invest|investing|spend|spending|allocate|allocating|use|throw|throwing|drop in|stick|chuck|deploy|deploying|commit|pour|toss|plow|sink',
  ],
  [T.AllIn, 'all in|go all in|all-in'],
  [
    T.Dca,
    'dca|dca-ing|dcaing|dollar cost average|dollar cost averaging|dollar cost averages|cost average|cost averaging|average into|average in|averaging into|dca in',
  ],
  [T.Want, "want|need|wanna have|gimme|give|i'd like|i would like|id like|we'd like"],
  [
    T.All,
    'all|everything|entire|whole|entirety|the lot|the whole lot|every last|all of it|full amount|every bit|completely|fully|entirely|in full|totally',
  ],
  [T.Percent, 'percent|per cent|pct|percentage'],
  [T.Bps, 'bps|bp|basis points|basis point|bips'],
  [T.Sol, 'sol|sols|solana|wsol|native sol'],
  [T.Usdc, 'usdc|usd coin'],
  [T.Usd, 'usd|dollar|dollars|buck|bucks|us dollars|us dollar'],
  [T.Cents, 'cent|cents'],
  [T.TokenNoun, 'token|tokens|coin|coins|unit|units'],
  [
    T.It,
    'it|this|that|them|these|those|this token|this coin|this one|that token|that coin|that one|the token|the coin|these tokens|these coins|those tokens|this thing|same token|its',
  ],
  [
    T.Holding,
    "wallet|wallets|balance|balances|funds|fund|money|holding|holdings|bag|bags|position|positions|stash|portfolio|capital|account|supply|i have|i own|i hold|i got|i've got|we have|we own|we hold",
  ],
  [T.Worth, "worth|worth of|'s worth|in value|value|'s worth of"],
  [T.TimeUnit, 's|sec|secs|second|seconds', 1],
  [T.TimeUnit, 'min|mins|minute|minutes', MINUTE],
  [T.TimeUnit, 'h|hr|hrs|hour|hours', HOUR],
  [T.TimeUnit, 'd|day|days', DAY],
  [T.TimeUnit, 'w|wk|wks|week|weeks', WEEK],
  [T.TimeUnit, 'fortnight|fortnights', 2 * WEEK],
  [T.TimeUnit, 'mo|month|months', MONTH],
  [T.TimeUnit, 'yr|yrs|year|years', YEAR],
  [T.Rate, 'secondly', 1],
  [T.Rate, 'minutely', MINUTE],
  [T.Rate, 'hourly', HOUR],
  [T.Rate, 'daily|everyday|nightly|day by day', DAY],
  [T.Rate, 'weekly', WEEK],
  [T.Rate, 'fortnightly', 2 * WEEK],
  [T.Rate, 'monthly', MONTH],
  [T.Rate, 'yearly|annually', YEAR],
  [T.Repeats, 'once', 1],
  [T.Repeats, 'twice', 2],
  [T.Repeats, 'thrice', 3],
  [
    T.OrderNoun,
    'time|times|x|order|orders|round|rounds|transaction|transactions|tx|txs|execution|executions|installment|installments|instalment|instalments|tranche|tranches|iteration|iterations|repetition|repetitions|occasion|occasions|fill|fills|trades|swaps|occurrences|repeats|cycle|cycles',
  ],
  [T.OrderNoun, 'buys|purchases|buy orders|buy order|buy-ins', 'buy'],
  [T.OrderNoun, 'sells|sales|sell orders|sell order', 'sell'],
  [
    T.Interval,
    'interval|intervals|gap|gaps|cadence|frequency|apart|between orders|between buys|between trades|between purchases|between sells|between each|between each order|between each buy|between them|in between|delay|pause between',
  ],
  [T.Every, 'every|each|each and every|every single'],
  [T.Per, 'per|a piece|apiece|a pop|/'],
  [T.Alternate, 'other|alternate', 2],
  [T.Alternate, 'third', 3],
  [T.Alternate, 'fourth', 4],
  [T.Alternate, 'fifth', 5],
  [T.Alternate, 'sixth', 6],
  [T.Alternate, 'tenth', 10],
  [T.Until, "until|till|til|'til|untill|up until"],
  [
    T.Stop,
    'stop|stops|stopped|stopping|cancel|cancelled|canceled|halt|quit|end|ends|ended|tell otherwise|otherwise|call it off|pull the plug|enough',
  ],
  [
    T.RunOut,
    'run out|runs out|ran out|is gone|are gone|gone|empty|exhausted|depleted|used up|dry|notice|further notice|last|lasts',
  ],
  [
    T.Endless,
    'indefinitely|forever|endlessly|non stop|nonstop|continuously|no end|no end date|without end|without limit|no limit|with no end|with no end date|open ended|open end|no time limit|keep going|without stopping|on and on|ongoing|permanently',
  ],
  [
    T.Total,
    'total|total of|in total|overall|altogether|all told|all together|totaling|totalling|combined|in all|sum of',
  ],
  [
    T.For,
    'for|lasting|during|receive|receiving|in exchange for|in return for|stop after|stopping after|stops after|end after|ends after|ending after|finish after|quit after|halt after|limited to|limit to|capped at|cap at|running for|run for',
  ],
  [
    T.With,
    'with|using|via|paying with|paying|by spending|by using|paid in|paid with|at the cost of|at a cost of',
  ],
  [T.With, 'from'],
  [T.Against, 'against|versus|vs|paired with|pair with'],
  [T.OutOf, 'out of|off of|out'],
  [T.Into, 'into|onto|toward|towards|back into|over to|back to'],
  [T.To, 'to'],
  [T.Of, 'of'],
  [T.In, 'in|within|inside'],
  [T.On, 'on|upon'],
  [T.At, 'at|@'],
  [T.Over, 'over|across|throughout|through'],
  [T.After, 'after'],
  [
    T.AtMost,
    "at most|up to|or lower|or under|or cheaper|or at most|no more than|not more than|max|maximum|max of|maximum of|a maximum of|a max of|or less|does not exceed|not exceeding|not exceed|doesn't exceed|less than or equal to|<=|or below|capped",
  ],
  [T.AtLeast, 'at least|no less than|not less than|min of|minimum|minimum of|or more|>=|or above|or higher'],
  [
    T.Below,
    'below|under|beneath|less than|lower than|cheaper than|underneath|<|smaller than|price below|max price|maximum price|price cap|price ceiling|ceiling',
  ],
  [
    T.Above,
    'above|more than|higher than|greater than|exceeds|exceeding|>|min price|minimum price|price floor|floor',
  ],
  [T.Between, 'between|in the range|within the range|range|in a range'],
  [T.A, 'a|an'],
  [T.The, 'the|any|some|same|roughly a'],
  [T.My, 'my|our|mine|your|his|her|their'],
  [T.Next, 'next|following|coming|subsequent'],
  [T.And, 'and|&|+'],
  [
    T.Cond,
    'if|when|whenever|while|as long as|so long as|provided|provided that|providing|only if|only when|only while|only as long as|in case|on condition|on condition that|assuming|given that|whilst|once the|once it|as soon as|where|wherever',
  ],
  [
    T.Not,
    "not|don't|dont|do not|never|no|avoid|avoiding|skip|skipping|unless|except|except if|except when|doesn't|does not|isn't|is not|without|stop buying|stop selling|ignore|won't|shouldn't|nothing|rather than|refrain from",
  ],
  [
    T.Is,
    "is|are|be|being|was|stays|stay|staying|remains|remain|remaining|sits|:|=|set to|equals|trades|it's|costs|cost|is trading",
  ],
  [T.Price, 'price|prices|priced|the price|its price|quote|market price is'],
  [
    T.Move,
    'drops|drop|falls|fall|rises|rise|hits|hit|reaches|reach|goes|goes down|goes up|dips|dip|pumps|dumps|crosses|touches|gets|moves|climbs|comes down|gets down|jumps|crashes|tanks',
  ],
  [T.Slippage, 'slippage|slip|slippage tolerance|slippage limit|slippage max|slippage cap|price impact'],
  [
    T.Unsupported,
    'macd|bollinger|bollinger bands|bollinger band|vwap|stochastic|stoch rsi|stochrsi|ichimoku|fibonacci|fib|fibs|atr|adx|obv|volume profile|supertrend|parabolic sar|keltner|donchian|wyckoff|elliott wave',
    'indicator',
  ],
  [
    T.Unsupported,
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekday|weekdays|weekend|weekends|morning|mornings|noon|midnight|afternoon|evening|evenings|night|nights|midday|am|pm|oclock|o'clock|tomorrow|tonight|yesterday|later|delay of|sunrise|sunset|january|february|april|june|july|august|september|october|november|december|utc|business day|business days|working day",
    'calendar',
  ],
  [
    T.Unsupported,
    'market cap|mcap|volume|liquidity|news|sentiment|breakout|ath|all time high|cheap|expensive|volatility|green|red',
    'condition',
  ],
  [
    T.Unsupported,
    'short|shorting|leverage|leveraged|perp|perps|futures|margin|stake|staking|lend|borrow|bridge|snipe|sniping|copy trade|mint|burn|airdrop|launch|lp|farm|yield|options|nft|arbitrage|dca out and in',
    'product',
  ],
  [
    T.Unsupported,
    'few|several|handful|bunch|lots|lot|much|many|tiny|small|sensible|reasonable|decent|modest|appropriate|suitable|whatever|chunk of|portion of|part of|piece of|a bit of|bit of|little of|a little|little bit of|occasionally|regularly|often|frequently|from time to time|now and then|sometimes|random|randomly',
    'vague',
  ],
  [
    T.Change,
    'instead|instead of that|make it|make that|make this|set it to|set the|turn it into|change the|change|change it|change that|adjust|modify|update|increase|decrease|raise|edit|actually make it|rather|switch to|switch it to|reduce|extend|shorten|tighten|loosen|widen|bump|bump up|bump it to|cut it to|cut to|bring it down to|go with|alter|revise|amend|tweak',
  ],
  [T.Change, 'double|doubled|twice as much|twice the amount|twice the size|double up', 'x2'],
  [T.Change, 'triple|three times as much', 'x3'],
  [T.Change, 'halve|half as much|halved|half the amount|half the size|cut it in half|cut in half', 'x0.5'],
  [T.Filler, 'about|around|roughly|approximately|approx|circa|or so|give or take', 'approx'],
  [
    T.Filler,
    "please|pls|plz|kindly|hey|hi|hello|yo|ok|okay|okey|alright|so|well|just|only|but|also|really|i|i'd|id|i'm|im|i'll|we|we'd|we'll|you|ya|me|us|let|let's|lets|like|would|could|can|will|shall|should|wanna|gonna|want to|want you to|need to|need you to|want to be|going to|trying to|try to|looking to|look to|like to|able to|have to|got to|help me|to do|would like to|have you|go ahead|go ahead and|start|starting|begin|beginning|starting now|start now|from now on|from now|starting immediately|starting today|start today|set up|setup|set|create|make|do|execute|place|run|perform|keep on|keep|open|thanks|thank you|thx|cheers|now|right now|right away|immediately|asap|at once|instantly|straight away|market|at market|at the market|market order|at market price|at the market price|at the current price|at current price|current price|the current market price|at any price|whatever the price|strategy|plan|bot|agent|automatically|auto|automated|automate|schedule|scheduled|recurring|repeating|repeat|repeatedly|simply|simple|basic|one off|one-off|single|mate|bro|dude|man|sir|ser|fam|friend|buddy|exactly|precisely|basis|then|after that|tell|say|says|told|ask|mind|for me|on my behalf|happen|actually|basically|maybe|another|more|extra|additional|directly|straight|back|there|new|fresh|dear|out there|worth it|ahead|instruction|my order|keep doing|each time|every time you|per go|of course|yeah|yes|sure|the amount of|amount of|an amount of|the sum of|amounting to|always|at a time|at the time|allow|allowing|accept|tolerance|tolerate|that's|which is|who|i've|as well|too|by|total amount of each order|it up|with it|my own|again and again|u|ur|in one go|in a single order|in one order|all at once|in one shot|waiting|go|the rate of|a rate of|rate of|over and over|over and over again|consistently|steadily|apiece please",
  ],
]

const table = new Map<string, Meaning>()
let longest = 1
for (const [type, phrases, means] of [...strategyRows, ...rows]) {
  for (const phrase of phrases.split('|')) {
    const key = phrase.replaceAll('-', ' ')
    if (!table.has(key)) table.set(key, { type, means })
    longest = Math.max(longest, key.split(' ').length)
  }
}

/** The meaning of a phrase in lower case, words parted by one blank. */
export const meaningOf = (phrase: string): Meaning | undefined => table.get(phrase)
/** How many words the longest phrase has. */
export const LONGEST_PHRASE = longest
