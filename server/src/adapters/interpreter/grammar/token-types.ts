/** The kinds of words that the grammar knows. Which word is of which kind stands in vocabulary.ts. */
import { createToken, Lexer, type TokenType } from 'chevrotain'

const kind = (name: string): TokenType => createToken({ name, pattern: Lexer.NA })

// Read straight from the text.
export const Space = createToken({ name: 'Space', pattern: /\s+|'s(?![A-Za-z])/, group: Lexer.SKIPPED })
export const Mint = createToken({ name: 'Mint', pattern: /[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/ })
export const Digits = createToken({
  name: 'Digits',
  pattern: /(?:\d{1,3}(?:,\d{3})+(?![,\d])|\d+)(?:\.\d+)?(?!\.\d)|\.\d+(?!\.\d)/,
})
export const Word = createToken({
  name: 'Word',
  pattern: /[A-Za-z_\u00c0-\uffff][A-Za-z0-9_\u00c0-\uffff]*(?:'[A-Za-z]+)*/,
})
export const Dollar = createToken({ name: 'Dollar', pattern: /\$/ })
export const PercentSign = createToken({ name: 'PercentSign', pattern: /%/ })
export const Dash = createToken({ name: 'Dash', pattern: /-/ })
export const Mark = createToken({ name: 'Mark', pattern: /<=|>=|\+\/-|[</>:=@&+\u00b1]/ })
export const Separator = createToken({ name: 'Separator', pattern: /[,.;!?()[\]"]+/ })
export const Other = createToken({ name: 'Other', pattern: /[\s\S]/ })

export const textTypes = [Space, Mint, Digits, Word, Dollar, PercentSign, Dash, Mark, Separator, Other]

// Intents.
export const Buy = kind('Buy')
export const Sell = kind('Sell')
export const Exit = kind('Exit')
export const Convert = kind('Convert')
export const Trade = kind('Trade')
export const Put = kind('Put')
export const AllIn = kind('AllIn')
export const Dca = kind('Dca')
export const Want = kind('Want')
// Amounts and tokens.
export const Quantity = kind('Quantity')
export const Fraction = kind('Fraction')
export const All = kind('All')
export const Percent = kind('Percent')
export const Bps = kind('Bps')
export const Sol = kind('Sol')
export const Usdc = kind('Usdc')
export const Usd = kind('Usd')
export const Cents = kind('Cents')
export const TokenNoun = kind('TokenNoun')
export const Named = kind('Named')
export const It = kind('It')
export const Holding = kind('Holding')
export const Worth = kind('Worth')
// Times and counts.
export const TimeUnit = kind('TimeUnit')
export const Rate = kind('Rate')
export const Repeats = kind('Repeats')
export const OrderNoun = kind('OrderNoun')
export const Interval = kind('Interval')
export const Every = kind('Every')
export const Per = kind('Per')
export const Alternate = kind('Alternate')
export const Until = kind('Until')
export const Stop = kind('Stop')
export const RunOut = kind('RunOut')
export const Endless = kind('Endless')
export const Total = kind('Total')
// What leads a phrase.
export const For = kind('For')
export const With = kind('With')
/** 'WIF against USDC': the other side, whichever way it goes. */
export const Against = kind('Against')
export const OutOf = kind('OutOf')
export const Into = kind('Into')
export const To = kind('To')
export const Of = kind('Of')
export const In = kind('In')
export const On = kind('On')
export const At = kind('At')
export const Over = kind('Over')
export const After = kind('After')
export const AtMost = kind('AtMost')
export const AtLeast = kind('AtLeast')
export const Below = kind('Below')
export const Above = kind('Above')
export const Between = kind('Between')
export const A = kind('A')
export const The = kind('The')
export const My = kind('My')
export const Next = kind('Next')
export const And = kind('And')
// Conditions and the rest.
export const Cond = kind('Cond')
export const Not = kind('Not')
export const Is = kind('Is')
export const Price = kind('Price')
export const Move = kind('Move')
export const Slippage = kind('Slippage')
export const Unsupported = kind('Unsupported')
export const Change = kind('Change')
/** A word of a strategy or of a limit on it: 'grid', 'stop loss', 'levels'; strategy-words.ts says which. */
export const Key = kind('Key')
/** Between two numbers: '50/200'. */
export const Slash = kind('Slash')
/** Skipped before the grammar sees it; the only words that may be. */
export const Filler = kind('Filler')
/** Carries a meaning that the grammar does not know. */
export const Unknown = kind('Unknown')

export const grammarTypes: TokenType[] = [
  Buy,
  Sell,
  Exit,
  Convert,
  Trade,
  Put,
  AllIn,
  Dca,
  Want,
  Quantity,
  Fraction,
  All,
  Percent,
  Bps,
  Sol,
  Usdc,
  Usd,
  Cents,
  TokenNoun,
  Named,
  It,
  Holding,
  Worth,

  TimeUnit,
  Rate,
  Repeats,
  OrderNoun,
  Interval,
  Every,
  Per,
  Alternate,
  Until,
  Stop,
  RunOut,
  Endless,
  Total,
  For,
  With,
  Against,
  OutOf,
  Into,
  To,
  Of,
  In,
  On,
  At,
  Over,
  After,
  AtMost,
  AtLeast,
  Below,
  Above,
  Between,
  A,
  The,
  My,
  Next,
  And,
  Cond,
  Not,
  Is,
  Price,
  Move,
  Slippage,
  Unsupported,
  Change,
  Key,
  Slash,
  Unknown,
  Separator,
  Dash,
]
