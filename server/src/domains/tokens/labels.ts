/**
 * Names of tokens that no list knows, for their amounts in lines, plans and the activity. An uncertain name has the
 * address beside it, and a token that a reader could take for a well-known one is shown by its address alone.
 */
import type { NamedToken } from '@purser/contract/tokens/created-tokens.ts'
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { fallbackSymbol, SOL_MINT, type TokenMetadata } from '@purser/contract/tokens/tokens.ts'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { TokenFacts, TokenSearch } from '../../ports/token-search.ts'
import { KNOWN, LIVE, passesFor, toSkeleton } from './look-alikes.ts'
import { shownText, SYMBOL_SHOWN, type Tokens } from './metadata.ts'

export type LabelParts = {
  clock: Clock
  tokens: Pick<Tokens, 'names'>
  /** null: the market is simulated. */
  tokenSearch: Pick<TokenSearch, 'facts'> | null
  known(userId: number): Promise<NamedToken[]>
}
type Facts = ReadonlyMap<string, TokenFacts>
/** `symbol` null: none that can be shown. `sure`: verified by the market's service. */
type Called = { symbol: string | null; sure: boolean }

const FRESH_MS = 10 * 60_000
/** How long an answer waits for the service, and how long a missing answer is remembered. */
const SERVICE_MS = 5_000
const UNANSWERED_MS = 60_000
const MOST_MINTS = 10_000
/** One word that does not run into the rest of a sentence: no spaces, none of the punctuation of a line. */
const ONE_WORD = /^[^\s:;,()[\]{}"'`<>|]*[\p{L}\p{S}][^\s:;,()[\]{}"'`<>|]*$/u
/** Units of amounts that do not belong to a token. */
const UNITS = new Set(['USD', 'PERCENT', 'TOKEN'])

/**
 * Characters that nobody mistakes for a Latin letter, and that run from left to right: with others, amounts beside the
 * name would be shown in another order.
 */
const CERTAIN =
  /^(?:[!-~]|\p{So}|\p{Sk}|\u200d|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Deva}])+$/u
const isCertainly = (text: string): boolean => CERTAIN.test(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))

const isListed = (mint: string): boolean => mint === SOL_MINT || KNOWN.has(mint) || LIVE.has(mint)
const sayable = (symbol: string): string | null => {
  const shown = shownText(symbol, SYMBOL_SHOWN)
  return shown !== undefined && ONE_WORD.test(shown) && isCertainly(shown) && !passesFor(shown) ? shown : null
}

/** The chain's name, and if it has none or no such mint yet, the service's. */
function chooseSymbol(
  mint: string,
  onChain: TokenMetadata | undefined,
  facts: TokenFacts | undefined,
): Called {
  const own = onChain && onChain.symbol !== fallbackSymbol(mint) ? onChain.symbol : null
  const isDoubted =
    !facts ||
    facts.suspicious ||
    passesFor(facts.name) ||
    (onChain !== undefined && onChain.decimals !== facts.decimals)
  const factsSymbol = isDoubted ? null : sayable(facts.symbol)
  const symbol = own === null ? factsSymbol : sayable(own)
  return { symbol, sure: symbol !== null && symbol === factsSymbol && facts?.verified === true }
}

export function createLabels({ clock, tokens, tokenSearch, known }: LabelParts) {
  const cache = createCache<string, Called>({ clock, max: MOST_MINTS })

  /** null: it gives no answer, or not in time. */
  async function askService(mints: string[]): Promise<Facts | null> {
    if (tokenSearch === null) return new Map()
    let facts: Facts | null = null
    await settledWithin(
      clock,
      SERVICE_MS,
      tokenSearch.facts(mints).then((answer) => (facts = answer)),
    )
    return facts
  }

  /** null: the chain gives no answer. */
  const askChain = (mints: string[]): Promise<TokenMetadata[] | null> =>
    tokens.names(mints).catch((error: unknown) => {
      if (isFault(error, 'chain_away')) return null
      throw error
    })

  async function ask(mints: string[]): Promise<Map<string, Called>> {
    const missing = mints.filter((mint) => cache.get(mint) === undefined)
    const [read, facts] =
      missing.length === 0
        ? [[], new Map<string, TokenFacts>()]
        : await Promise.all([askChain(missing), askService(missing)])
    const onChain = new Map(read?.map((one) => [one.mint, one]))
    const ttlMs = read === null || facts === null ? UNANSWERED_MS : FRESH_MS
    return new Map(
      mints.map((mint) => [
        mint,
        cache.get(mint) ??
          cache.set(mint, chooseSymbol(mint, onChain.get(mint), facts?.get(mint)), { ttlMs }),
      ]),
    )
  }

  /**
   * Labels by mint, without mints that a list knows and those without a name that can be shown. Costs nothing if all
   * are listed; else one statement, and a call to the chain and the service once in ten minutes for each mint.
   */
  return async (userId: number, mints: string[]): Promise<Map<string, string>> => {
    const wanted = [...new Set(mints)].filter((mint) => !isListed(mint))
    if (wanted.length === 0) return new Map()
    const named = await known(userId)
    const own = new Map(named.map((one) => [one.mint, one]))
    const others = await ask(wanted.filter((mint) => !own.has(mint)))
    const called = (mint: string): Called => {
      const mine = own.get(mint)
      if (mine === undefined) return others.get(mint) ?? NOTHING
      // A grant needs nobody's consent: it does not make the name of a stranger's token certain.
      return { symbol: sayable(mine.symbol), sure: mine.source === 'created' }
    }
    const all = [...named, ...wanted.map((mint) => ({ mint, symbol: called(mint).symbol ?? '' }))]
    return new Map(
      wanted.flatMap((mint) => {
        const { symbol, sure } = called(mint)
        if (symbol === null) return []
        const isAlone = all.every((one) => one.mint === mint || toSkeleton(one.symbol) !== toSkeleton(symbol))
        const isCertain = sure && isAlone && !UNITS.has(toSkeleton(symbol))
        return [[mint, isCertain ? symbol : `${symbol} (${shortAddress(mint)})`] as const]
      }),
    )
  }
}
const NOTHING: Called = { symbol: null, sure: false }
