/** Actions on a plan or a holding, as regular expressions: after 'should I', 'I might', 'thinking of'. */

/** Verbs that only an order has. */
const TRADES = [
  'buy sell swap trade exchange convert purchase acquire invest dump unload offload liquidate flog ditch bin trim',
  'dca twap stack accumulate ape cash allocate rebalance spend obtain grab scoop snag put sink throw split spread',
  'snap pick stick use set start switch change turn scale load reduce increase raise lower halve add protect hedge',
  'guard rotate bet place exit',
].join(' ')
/** Verbs that prices, gains and losses have, too: 'should I get to $2', 'should we drop 10 %'. */
const OTHERS = 'get go take make close cut drop move run keep hold double open leave stop cancel end give let'
const either = (words: string): string => words.split(' ').join('|')

/** Conditions: 'should we fall to $2', 'should I make 20 %'. */
const WAITS_FOR = [
  String.raw`(?:up|down|above|below|under|over|past|back|by|through)\b|to \$?\d|`,
  String.raw`(?:(?:an?|my|more|than|over|about|around|another|at|least|the) )*`,
  String.raw`(?:\$?\d[\d.,]*(?: ?(?:%|percent|pct)(?! of)| (?:profit|gain|loss))|loss|hit\b|profit of|gain)`,
].join('')
const END = String.raw`(?![\w'-])`
/** A verb in its base form. */
export const DEED = `(?:(?:${either(TRADES)})${END}|(?:${either(OTHERS)})${END}(?! (?:${WAITS_FOR})))`

/** Only verbs that move money: 'set', 'hold' or 'use' may mean other things than a trade. */
const DEALS = [
  'buy sell swap trade exchange convert purchase acquire invest dump unload offload liquidate flog ditch trim dca twap',
  'ape exit cash put spend throw stack accumulate grab snag rotate bet',
].join(' ')
export const DEAL = `(?:(?:${either(DEALS)})${END}|get (?:rid|out) of${END})`

const DOUBLES = new Set('swap trim put set split snap get cut drop run stop bin let'.split(' '))
const goingOn = (verb: string): string =>
  DOUBLES.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb.replace(/e$/, '')}ing`
/** The same in '-ing'. */
export const DOING = `(?:${either(`${TRADES} ${OTHERS}`).split('|').map(goingOn).join('|')}|getting rid of)${END}`

/** Any of them in a row, between a helping verb and the verb. */
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
