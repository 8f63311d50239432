/**
 * A 'no' never trades. The same holds for grammar and model: a text with a negated verb becomes no plan and no change
 * of one. Doubt counts as a no: a refusal costs a sentence, a misread 'no' costs money.
 */
const list = (...words: string[]) => `(?:${words.join('|')})`

const ANY = '(?:the |my |a |an |any |all |that |this |its |about |whole |last )*'
/** Parts of a plan that may be left out or taken away. */
const PART = list(
  String.raw`\d+(?:\.\d+)? ?(?:%|percent)`,
  'trailing',
  'stop[ -]?loss',
  'stop',
  'take[ -]?profit',
  'profit',
  'target',
  'tp',
  'sl',
  'tsl',
  'limits?',
  'max\\w*',
  'min\\w*',
  'draw ?downs?',
  'daily',
  'budget',
  'cap',
  'cool ?down',
  'expir\\w+',
  'duration',
  'end',
  'time',
  'price',
  'slippage',
  'bounds?',
  'floor',
  'ceiling',
  'barriers?',
  'risk',
)
const DROPS = list(
  'forget',
  'cancel',
  'scrap',
  'scratch',
  'drop',
  'remove',
  'delete',
  'never ?mind',
  'skip',
  'ignore',
  'disregard',
  'undo',
  'abandon',
)
const NOT = list('no', 'not', 'never', "do(?:es)?n'?t", 'do(?:es)? not', 'without')
const MAY = list(
  'go(?:ing)?',
  'pay(?:ing)?',
  'spend(?:ing)?',
  'risk(?:ing)?',
  'us(?:e|ing)',
  'los(?:e|ing)',
  'be',
)
const MORE = list('more', 'less', 'fewer', 'higher', 'lower', 'longer', 'greater', 'later', 'worse')
const BEYOND = list('above', 'over', 'below', 'under', 'beyond', 'past', 'exceed(?:ing|s)?', 'to exceed')

/**
 * Limits in the form of a 'not', and parts that are taken out of a plan: these belong to a plan, and do not forbid it.
 */
const ALLOWED = [
  String.raw`\b${NOT} (?:${MAY} ){0,2}${MORE} than\b`,
  String.raw`\b${NOT} (?:${MAY} )?${BEYOND}\b`,
  String.raw`\bset (?:it |this |that )?and forget(?: it)?\b`,
  String.raw`\bskip(?:ping)? (?:it |that |the order |an order |orders )?(?:if|when|whenever|while)\b`,
  String.raw`\b${DROPS} ${ANY}${PART}\b`,
].map((pattern) => new RegExp(pattern, 'g'))

const TRADE = list(
  'buy',
  'sell',
  'trad',
  'swap+',
  'purchas',
  'exchang',
  'convert',
  'order',
  'invest',
  'do',
  'execut',
  'mak',
  'tak',
  'plac',
  'accumulat',
  'spend',
  'liquidat',
  'dump',
  'exit',
  'clos',
  'unload',
  'rebalanc',
  'get+',
  'grab+',
  'acquir',
  'go',
  'stack',
  'add',
  'short',
  'dca',
  'hold',
  'touch',
  'run+',
  'start',
  'open',
  'put+',
)
const BASE = list(
  'buy',
  'sell',
  'trade',
  'swap',
  'purchase',
  'exchange',
  'convert',
  'order',
  'invest',
  'get',
  'dump',
)
const DEED = list(
  'it',
  'that',
  'this',
  'them',
  'those',
  'everything',
  'all',
  'plans?',
  'orders?',
  'trades?',
  'trading',
  'buy(?:s|ing)?',
  'sell(?:s|ing)?',
  'sales?',
  'purchases?',
  'swaps?',
  'strateg(?:y|ies)',
  'instructions?',
  'dca',
  'twap',
  'grid',
  'bracket',
  'deals?',
)
const LATER = '(?! (?:after|if|when|once|unless|in|at|within|on|by)\\b)'

const NEGATIONS = [
  String.raw`\b(?:not|never|cannot|neither|nor|nobody|none|nothing|nope|nah|no longer|no more|hardly)\b`,
  String.raw`\b(?:do|does|did|wo|would|should|could|ca|is|are|was|must|need|ai|have|has)n[' ]?t\b|n't\b`,
  String.raw`\bno ?(?:$|[,.;:!?-])`,
  String.raw`\bno (?:thanks?|thank you|way|need|please|point|${BASE}s?|sales?|deals?|\w+ing\b(?<!trailing))`,
  String.raw`\b(?:under no|by no|on no|in no)\b`,
  String.raw`\bwithout (?:\w+ ){0,2}(?:${TRADE}ing|sales?|trades?|purchases?|orders?)\b`,
  [
    String.raw`\b(?:stop|quit|ceas|cease|halt|end|refrain|abstain|finish|discontinue|give up|`,
    String.raw`hold off)(?:s|ped|ing)? (?:from |on |all |any |my |`,
    String.raw`the )*(?:${TRADE}ing)\b(?! (?:after|when|once|if|at) )`,
  ].join(''),
  String.raw`\b(?:stop|quit)(?:ping|ting)? (?:buying|selling)\b`,
  String.raw`\b(?:instead of|rather than) (?:to )?(?:${TRADE}ing|${BASE})\b`,
  String.raw`\b(?:avoid|refus|declin|refrain|abstain|forbid|prohibit|prevent)\w*\b`,
  String.raw`\bskip(?:ping)?\b`,
  [
    String.raw`\b(?:forget|scrap|scratch|disregard|ignore|abort|discard|revoke|abandon|undo|`,
    String.raw`call(?:ing)? off|nevermind|trash)\b`,
  ].join(''),
  String.raw`\b(?:cancel|drop|kill|delete|remove|withdraw|call) ${ANY}${DEED}\b${LATER}`,
  String.raw`(?<!till |until |'til )\b(?:cancel|abort)(?:led|ed)? ?(?:$|[,.;:!?])`,
  [
    String.raw`\b(?:chang(?:e|ed|ing) my mind|second thoughts?|hold off|hold fire|hands off|`,
    String.raw`back out|takes? (?:it|that) back)\b`,
  ].join(''),
  String.raw`\bleave .{0,40}\b(?:alone|untouched|as it is|as they are|be)\b`,
  String.raw`\b(?:rather|prefer to) (?:keep|hold|wait|leave|stay)\b`,
  String.raw`\b(?:stay|keep) (?:away|out|clear) (?:of|from)\b`,
].map((pattern) => new RegExp(pattern))

const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

const UNABLE = list(
  "can'?t",
  'cannot',
  'can not',
  "couldn'?t",
  "won't be able to",
  'will not be able to',
  "(?:am|are|'m|'re) (?:not able|unable) to",
  "(?:do not|don'?t) have (?:the |any |much )?time to",
)
/**
 * 'I can't watch the market, so buy': an inability, in a clause of its own before the action. Its words about trading
 * are not left out.
 */
const INABILITY = new RegExp(
  [
    String.raw`(?<=^|[.;:!,] )[^.;:!,?]*\b(?:i|we)(?: [a-z]+){0,6}? ${UNABLE} `,
    String.raw`(?:[a-z']+ ){0,8}[a-z']+(?=[.;:!,]| so\b)`,
  ].join(''),
  'g',
)
const OF_TRADING = new RegExp(
  String.raw`\b(?:${TRADE}(?:s|e|es|ed|ing|ping|ting)?|sold|bought|spent|${DROPS}|let|allow|want|afford|risk)\b`,
)

/** Tells whether the text forbids an action. */
export function isNegated(text: string): boolean {
  let left = plainText(text)
  for (const pattern of ALLOWED) left = left.replace(pattern, ' , ')
  left = left.replace(INABILITY, (said) => (OF_TRADING.test(said) ? said : ''))
  return NEGATIONS.some((pattern) => pattern.test(left))
}
