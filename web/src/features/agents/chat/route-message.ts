/** Routes a chat message by keyword, in the order of specification 1 section 4. */

export type Route =
  | { to: 'bulk'; count: number }
  | { to: 'show_settings' }
  | { to: 'list_wallets' }
  | { to: 'export' }
  | { to: 'generate' }
  | { to: 'active' }
  /** An instruction to trade without a token that the console knows. */
  | { to: 'need_token' }
  /** An instruction to trade. */
  | { to: 'parse' }
  /** A question or anything else: the server decides. */
  | { to: 'ask' }

type Situation = {
  /** The agent runs a strategy. */
  active: boolean
  /** The text names a token, or the settings do. */
  hasToken: boolean
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const BULK = new RegExp(
  String.raw`\b(?:generate|create|make)\s+(?:me\s+)?(-?\d+(?:\.\d+)?|${NUMBERS.join('|')})\s+(?:(?:new|more|fresh|extra)\s+)*wallets?\b`,
  'i',
)
const toCount = (said: string): number =>
  /^-?\d/.test(said) ? Number(said) : NUMBERS.indexOf(said.toLowerCase())
const OPTIONS = /^\s*show\s+(?:options|settings)\W*$/i
const LIST = /\b(?:show|view|list)\s+(?:(?:me|all|of|my|the|our)\s+)*wallets?\b|\bmy\s+wallets?\b/i
/** 'keep 30% of my wallet in BONK' is an instruction, not a request to list wallets. */
const SHARE_FIRST =
  /(?:\d\s*(?:%|percent\b)|\b(?:half|third|quarter|percent))\s+(?:of\s+)?(?:all\s+)?my\s+wallets?\b/i
const SHARE_LAST = /\b(?:keep|hold|rebalance|put|invest)\b.*\bmy\s+wallets?\b.*\d\s*(?:%|percent\b)/i
const isShare = (text: string) => SHARE_FIRST.test(text) || SHARE_LAST.test(text)
const EXPORT = /\b(?:export|download)\s+(?:(?:all|of|my|the)\s+)*wallets?\b|\bexcel\b|\bspreadsheet\b/i
const GENERATE = /\b(?:generate|create|make|new)\s+(?:(?:me|a|an|another|new|one)\s+)*wallet\b/i
/** At the beginning alone: 'buy 1 SOL of WIF with my new group' is an instruction. */
const GROUP = new RegExp(
  String.raw`^\s*(?:(?:please|pls|can you|could you)\s+)*(?:generate|create|make|add|new)\s+` +
    String.raw`(?:(?:me|a|an|another|new|one|wallets?)\s+)*groups?\b`,
  'i',
)
const TRADING =
  /\b(?:trad(?:e|es|ing)|buy(?:s|ing)?|sell(?:s|ing)?|tokens?|coins?|crypto(?:currency|currencies)?)\b/i
const TRADED = /\b(?:buy|sell|trade)/i
const NOT = /^(?!.*\b(?:buy|sell)\b).*\b(?:don'?t|do not|did not|didn'?t|never)\b/i
const CONTROL =
  /^\W*(?:(?:please|pls|can you|could you|ok|okay|hey|now|just)\W+)*(?:(?:stop|pause|resume|cancel|close|halt|kill|end)\b(?! loss)(?!.*\d\s*%)|use\b.*\bwallet\b)/i
/** 'Sell everything now' closes what runs: the server answers with its button. */
const CLOSES =
  /^[^\d%]*\b(?:sell|dump)\s+(?:it\s+)?(?:all|everything)(?:\s+of\s+it)?\b(?!\s+(?:my|the|of)\b)[^\d%]*$/i
const QUESTION =
  /\?\s*$|^\s*(?:what|how|why|when|where|which|who|is|are|do|does|did|can|could|should|would|will|show|list|tell)\b/i

/** 'send 1 SOL to all my wallets' mentions wallets without asking for a list of them. */
const MOVES =
  'send|transfer|withdraw|move|distribute|airdrop|split|divide|share|gather|consolidate|sweep|collect'
const TRANSFER = new RegExp(
  String.raw`^(?:\s*(?:please|pls|can you|could you|now|just)\b[\s,]*)*\s*(?:${MOVES})\b.*` +
    String.raw`\b(?:to|into|from|among|amongst|across|between|over)\b`,
  'i',
)

/** Questions need no token, whatever words they contain. */
export function routeMessage(text: string, { active, hasToken }: Situation): Route {
  const bulk = BULK.exec(text)
  const trades = TRADED.test(text) && (hasToken || /\d/.test(text))
  // 'Don't create two wallets', 'stop trading', 'use my wallet 2': the server tells what they mean.
  if (NOT.test(text) || CONTROL.test(text)) return { to: 'ask' }
  if (bulk && !trades) return { to: 'bulk', count: toCount(bulk[1] ?? '') }
  // A group is prepared by the server, as a button.
  if (GROUP.test(text)) return { to: 'ask' }
  if (TRANSFER.test(text) && !TRADED.test(text)) return { to: 'ask' }
  if (OPTIONS.test(text)) return { to: 'show_settings' }
  if (EXPORT.test(text) && !trades) return { to: 'export' }
  if (LIST.test(text) && !isShare(text) && !trades) return { to: 'list_wallets' }
  if (GENERATE.test(text) && !trades) return { to: 'generate' }
  if (TRADING.test(text) && !QUESTION.test(text)) {
    if (active) return { to: CLOSES.test(text) ? 'ask' : 'active' }
    return { to: hasToken ? 'parse' : 'need_token' }
  }
  return { to: 'ask' }
}
