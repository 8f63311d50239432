/** Questions and attempts on keys and funds, told from instructions by how a sentence opens and what it is about. */
import type { Topic } from '../../../ports/interpreter.ts'

const FORBIDDEN =
  /\b(?:send|sending|withdraw|withdrawal|transfer|private keys?|secret keys?|seed ?phrase|seed words|mnemonic|recovery phrase|keypair|passphrase|system prompt|jailbreak|disregard|pretend|reveal)\b|\b(?:close|delete|remove)\b.{0,12}\baccount\b|\b(?:ignore|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|limits?|above|previous|everything)\b|\b(?:show|export|give|tell|print|dump|leak|what(?:'s| is| are))\b.{0,30}\b(?:keys?|secrets?|seed|mnemonic)\b|\b(?:to|into) (?:the |my |this )?(?:address|wallet)\b.{0,6}[1-9A-HJ-NP-Za-km-z]{32,44}/i

/** Asks for keys, or to move funds to an address. */
export const isForbidden = (text: string): boolean => FORBIDDEN.test(text)

const CONTROL =
  /^(?:can you |could you |please )*(?:stop|pause|resume|cancel|halt|abort|unpause|restart)\b(?! loss)(?!.*\d)/i
/** Stop, pause or resume of what runs. */
export const isControl = (text: string): boolean => CONTROL.test(text.trim())

const POLITE = /^(?:\s|,|!|\.)*(?:(?:hey|hi|hello|yo|ok|okay|so|well|please|pls|and|but|gm)\b[\s,!.]*)+/i
const ASKS =
  /^(?:what|what's|whats|how|how's|hows|why|where|who|which|whose|did|does|is|are|am|was|were|has|have i|have you (?!any)|should|show|tell me|check|list|display|do i|do you|do we|can i|could i|may i|(?:can|could|would) you (?:please )?(?:explain|tell|describe|show|check)|explain|describe|define|when (?:should|will|did|is|do|does|was)|will (?:it|i|the|bonk|my)|would it|would i|any|suppose|supposing|imagine|give me (?:the|my|a) (?:price|status|balance|report|summary|update))\b/i
const HYPOTHETICAL =
  /^(?:what (?:would |will |might )?happens? if|what if|what would (?:it|that|i) .{0,30}if|suppose|supposing|imagine|let's say|hypothetically|if i (?=bought|sold|were|put|invested)|should|can i|could i|may i|would it .{0,40}(?:if|to)|is it .{0,40}(?:if|to)|how about|what about|do you think .{0,10}should)\b[\s,:]*(?:that\b)?/i

const topics: [Topic['about'], RegExp][] = [
  ['skipped', /\bskip(?:ped|s|ping)?\b/i],
  ['next_order', /\bnext (?:order|trade|buy|sale|purchase)\b/i],
  ['profit', /\bhow much (?:money |profit )?(?:have|did) (?:i|we|you|it) (?:made?|earn(?:ed)?|los[et])\b/i],
  ['profit', /\b(?:my|the|our|your) (?:profits?|pnl|p&l|gains?|loss(?:es)?)\b/i],
  [
    'balances',
    /\b(?:balances?|holdings?|portfolio|do i (?:have|own|hold)|have i got|i (?:have|own|hold)|in my wallets?|my (?:wallets?|funds|money)|net worth)\b/i,
  ],
  [
    'strategy',
    /\b(?:strateg(?:y|ies)|bots?|agent|pnl|p&l|profits?|losses|performing|performance|status|progress|doing|going|running|(?:did|have) you|trades|trades so far|making money|in the (?:green|red)|up or down|orders (?:so far|placed))\b/i,
  ],
  ['settings', /\b(?:settings?|configure|configuration|preferences)\b/i],
  ['price', /\b(?:price[ds]?|worth|cost|costs|trading at|quote|how much is|how much are|going for|value)\b/i],
  [
    'capabilities',
    /\b(?:help|can you|could you|do you (?:do|support|offer|know)|are you able|capabilit(?:y|ies)|commands?|features?|what do you|how do i|how can i|how does (?:this|it)|who are you|what are you|able to|examples?)\b/i,
  ],
]
const GREETING =
  /^[\s,!.]*(?:hi|hello|hey|yo|gm|gn|good (?:morning|evening|afternoon|day)|greetings|howdy|sup|thanks|thank you|thx|cheers|welcome|hiya|what's up|whats up)\b[^a-z0-9]*(?:there|everyone|agent|bot|purser|friend|mate|all|again|very much|a lot|so much)?[^a-z0-9]*$/i

const PAST =
  /^(?:what|how much) would (?<plan>.+?) have (?:made|earned|returned|brought|gained|come to)\b(?<rest>.*)$/i
const SPAN = /\b(?:last|past|previous)\s+(?:(?<n>\d{1,4})\s+)?(?<unit>hour|day|week|month|year)s?\b/i
const UNIT_SECONDS: Record<string, number> = {
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
  month: 30 * 86_400,
  year: 365 * 86_400,
}

/** 'What would … have made last month': the plan as text, and over how long; null where the text is no such question. */
export function pastOf(text: string): { plan: string; seconds: number } | null {
  const found = PAST.exec(text.replace(POLITE, '').trim())
  const span = SPAN.exec(found?.groups?.rest ?? '')
  if (!found?.groups?.plan || !span?.groups?.unit) return null
  const rest = (found.groups.rest ?? '')
    .replace(span[0], ' ')
    .replace(/\b(?:in|over|during) the\b|[?.!]/gi, ' ')
  const said = `${found.groups.plan} ${rest}`
  return {
    plan: /\b(?:buy|sell|buying|selling|grid|rebalanc\w*|rsi)\b/i.test(said) ? said : `buy ${said}`,
    seconds: Number(span.groups.n ?? 1) * (UNIT_SECONDS[span.groups.unit.toLowerCase()] ?? 0),
  }
}

export type Asked = { hypothetical: string | null; about: Topic['about'] | null }

/** Whether the text opens as a question; `hypothetical` is what follows 'what if' or 'should I'. */
export function questionOf(text: string): Asked | null {
  const bare = text.replace(POLITE, '').trim()
  if (GREETING.test(text)) return { hypothetical: null, about: 'greeting' }
  const match = HYPOTHETICAL.exec(bare)
  if (match) return { hypothetical: bare.slice(match[0].length), about: null }
  if (
    /^(?:what|how) can you\b|^what (?:do|are) you\b(?!.*(?:doing|holding|up to))|^help\b(?! me\b)|^how (?:do|can|should) (?:i|we)\b|^(?:(?:can|could|would) you (?:please )?)?(?:explain|describe|define)\b|^what(?:'s| is| are| does)? (?:an? |the )?(?:dca|twap|limit orders?|grids?|grid trading|bracket|trailing stops?|stop loss|take profit|rsi|golden cross|ema|sma|moving average|rebalanc|slippage|drawdown)|^how does (?:an? |the )?(?:dca|twap|limit|grid|bracket|trailing|stop|rsi|golden|ema|sma|moving|rebalanc)|^(?:which|what) (?:strateg|types|kinds|orders)|^(?:do|are) you (?:able|support|offer|know)/i.test(
      bare,
    )
  )
    return { hypothetical: null, about: 'capabilities' }
  const inIf = /^(?:how|what)\b.*\bif i\b/i.exec(bare)
  if (inIf) return { hypothetical: bare.slice(bare.toLowerCase().indexOf('if i') + 2), about: null }
  if (ASKS.test(bare)) return { hypothetical: null, about: aboutOf(bare) }
  return null
}

/** What a text without an instruction is about. */
export function aboutOf(text: string): Topic['about'] {
  return topics.find(([, words]) => words.test(text))?.[0] ?? 'unknown'
}
