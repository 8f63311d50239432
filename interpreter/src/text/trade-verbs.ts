/** Sources of regular expressions for the verbs of trades and plans: after 'should I', 'I might', 'thinking of'. */

/** Verbs that can only mean an order or a change of a plan. */
const TRADES = [
  'buy sell swap trade exchange convert purchase acquire invest dump unload offload liquidate flog ditch bin trim',
  'dca twap stack accumulate ape cash allocate rebalance spend obtain grab scoop snag put sink throw split spread',
  'snap pick stick use set start switch change turn scale load reduce increase raise lower halve add protect hedge',
  'guard rotate bet place exit',
].join(' ')
/** Verbs that may also describe a price, a gain or a loss: 'should I get to $2', 'should we drop 10 %'. */
const OTHERS = 'get go take make close cut drop move run keep hold double open leave stop cancel end give let'
const either = (words: string): string => words.split(' ').join('|')

/** The words behind a verb in a condition: 'should we fall to $2', 'should I make 20 %'. */
const WAITS_FOR = [
  String.raw`(?:up|down|above|below|under|over|past|back|by|through)\b|to \$?\d|`,
  String.raw`(?:(?:an?|my|more|than|over|about|around|another|at|least|the) )*`,
  String.raw`(?:\$?\d[\d.,]*(?: ?(?:%|percent|pct)(?! of)| (?:profit|gain|loss))|loss|hit\b|profit of|gain)`,
].join('')
const END = String.raw`(?![\w'-])`
/** Any of these verbs in its base form, outside a condition. */
export const TRADE_VERB = `(?:(?:${either(TRADES)})${END}|(?:${either(OTHERS)})${END}(?! (?:${WAITS_FOR})))`

/** Verbs that move money; 'set', 'hold' or 'use' may mean something else. */
const ORDERS = [
  'buy sell swap trade exchange convert purchase acquire invest dump unload offload liquidate flog ditch trim dca twap',
  'ape exit cash put spend throw stack accumulate grab snag rotate bet',
].join(' ')
export const ORDER_VERB = `(?:(?:${either(ORDERS)})${END}|get (?:rid|out) of${END})`

const DOUBLES = new Set('swap trim put set split snap get cut drop run stop bin let'.split(' '))
const toGerund = (verb: string): string =>
  DOUBLES.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb.replace(/e$/, '')}ing`
/** Any verb of both lists in its '-ing' form. */
export const TRADE_GERUND = `(?:${either(`${TRADES} ${OTHERS}`).split('|').map(toGerund).join('|')}|getting rid of)${END}`

/** Adverbs between an auxiliary and the verb, any number of them. */
export const SOFTLY = [
  '(?:(?:probably|really|just|now|maybe|perhaps|also|actually|better|then|still|at least|finally|definitely|simply|',
  'only|rather|either|too|quite|already|possibly|go ahead and|go and|first|instead|honestly|even|ever|',
  'try to|want to|have to|need to|today|soon|again|all),? )*',
].join('')

/** 'If we can', 'so that I could', 'as much as you would' ask nothing; 'ok so can we' does. */
export const NOT_LED = [
  String.raw`(?<!\b(?:if|whether|that|as|than|much|what|how|all|unless|where|when) )`,
  String.raw`(?<!(?<!(?:^|[.,;:!?]|\b(?:ok|okay|and|but|well|yeah|hmm|bro|right|hey)),? ?)so )`,
].join('')
