/** Finds the side of a text, and whether it wants to sell at the end. */
const MONEY = String.raw`(?:(?:all|half|my|of|some|the|about|worth|%|percent|\$?[\d.,]+[km]?%?)\s+)*(?:\$?[\d.,]+\s*)?(?:w?sol|solana|usdc|dollars|usd|\$[\d.,]+)`
/** 'sell 1 SOL for BONK' buys BONK, 'buy SOL with my BONK' sells it. */
const MONEY_SOLD = new RegExp(String.raw`\bsell\w*\s+${MONEY}\s+(?:for|into|to)\b`, 'i')
const MONEY_BOUGHT = new RegExp(String.raw`\bbuy\w*\s+${MONEY}\s+(?:with|from|using|for)\b`, 'i')
const BUYS =
  /\b(?:buy|buys|buying|purchas|acquir|accumulat|grab|ape|long|dca|dollar[- ]cost|invest|spend|put|stack|bid|convert|swap|exchang|turn)/i
const SELLS =
  /\b(?:sell|sold|dump|liquidat|unload|offload|cash\w* out|get rid|get out|exit|close|short|protect|guard|stop[\s-]*loss|take[\s-]*profit|trail\w*|sl|tp|convert|swap|exchang|turn|unwind|scale out)/i
const SELL_WORD = /\b(?:sell|dump|liquidat|unload|offload|cash\w* out|get rid)/i
const BUY_WORD = /\b(?:buy|buys|buying|purchas|acquir|accumulat)/i

const STOPS = String.raw`(?:stop(?:s|ped|ping)?(?![\s-]*(?:loss|limit|price|at\b|of\b))|end(?:s|ed)?\b|finish\w*|done\b|(?:is|it.s) over\b|quit\w*|(?:i|we) close)`
const AT_STOP = new RegExp(
  String.raw`\b(?:when|whenever|once|if|on|at|after|upon|as soon as|then|before)\b[^.;,]{0,40}?\b(?<!trailing\s)${STOPS}|\bstop(?:s|ped)?\s*(?:,|and|then|:)`,
  'i',
)
const SELLING = /\b(?:sell|liquidat|clos|exit|dump|unwind|cash\w* out|flatten|get rid|get out|convert)\w*/i

/** Tells whether the text wants to sell once stopped: the two words near one another, in one sentence. */
export function sellsAtStop(text: string): boolean {
  return text.split(/[.;!?](?:\s|$)/).some((sentence) => {
    const stop = AT_STOP.exec(sentence)
    if (!stop) return false
    const near = sentence.slice(Math.max(0, stop.index - 60), stop.index + stop[0].length + 60)
    return SELLING.test(near)
  })
}

/** True if the only verb of the text is that of the other side. */
export function isOpposite(side: unknown, text: string): boolean {
  if (side === 'buy') return SELL_WORD.test(withoutEnd(text)) && !BUYS.test(text) && !MONEY_SOLD.test(text)
  if (side === 'sell') return BUY_WORD.test(text) && !SELLS.test(text) && !MONEY_BOUGHT.test(text)
  return false
}

/** Drops 'and sell all when stopped', which has no side. */
const withoutEnd = (text: string) =>
  text
    .split(/[.;,!?](?:\s|$)/)
    .filter((part) => !sellsAtStop(part))
    .join('. ')

export const speaksOfSelling = (text: string): boolean => SELLS.test(withoutEnd(text))
