/** Quotes with raw instructions from `GET /swap/v2/build`: read, and checked against the request. */
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { ageMs, type Clock, type Moment, readMoment } from '../../../../kernel/clock.ts'
import { Fault } from '../../../../kernel/fault.ts'
import type { NoQuote, QuoteRequest } from '../../../../ports/market.ts'
import { type BuildAnswer, impactBps, readBuildAnswer } from './build-answer.ts'
import { toNoQuoteReason } from './build-errors.ts'
import { leastOut, refuse } from '../judge/refuse.ts'
import type { Builds, Built, Lane, Service } from '../types.ts'

const PATH = '/swap/v2/build'
const WITHIN_MS = 8_000
/** The most age at which a quote and its transaction may share an answer. */
export const SHARED_MS = 2_000
/** The service's own proposal of a price for compute; ours is at least as high, up to a cap. */
const PRIORITY = 'high'

type How = { maxAccounts?: number; lane?: Lane }
type PendingBuild = { at: number; answer: Promise<Built | NoQuote> }

export const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
/** The answer in the form that the assembly reads. */
export const getAnswer = (built: Built): BuildAnswer => built.answer as BuildAnswer

export function createBuilds({
  service,
  clock,
}: {
  service: Pick<Service, 'get'>
  clock: Pick<Clock, 'monotonic' | 'now'>
}): Builds {
  const asked = new Map<string, PendingBuild & { since: Moment }>()

  async function ask(request: QuoteRequest, taker: Address, how: How, at: number): Promise<Built | NoQuote> {
    const { inputMint, outputMint, inAmount, slippageBps } = request
    const query = {
      inputMint,
      outputMint,
      amount: inAmount.toString(),
      taker,
      slippageBps: slippageBps.toString(),
      ...(how.maxAccounts === undefined ? {} : { maxAccounts: how.maxAccounts.toString() }),
      wrapAndUnwrapSol: 'true',
      computeUnitPricePercentile: PRIORITY,
    }
    const given = await service.get(PATH, query, { lane: how.lane ?? 'swap', withinMs: WITHIN_MS })
    if ('outage' in given) throw new Fault('market_away')
    if (given.status !== 200) return { unavailable: toNoQuoteReason(given.body, request) }
    const answer = readBuildAnswer(given.body)
    // The answer says nothing about the pair: each waiting caller sends its request again.
    if (answer === null) throw new Fault('market_away')
    const rule = await refuse(answer, request, taker)
    if (rule !== null) return { unavailable: { code: 'unsafe_route', rule } }
    if (answer.outAmount === 0n) {
      const names = { symbol: assetSymbol(inputMint), of: assetSymbol(outputMint) }
      return { unavailable: { code: 'too_little_for_a_unit', ...names } }
    }
    return {
      request: { inputMint, outputMint, inAmount, slippageBps },
      taker,
      outAmount: answer.outAmount,
      threshold: leastOut(answer.outAmount, slippageBps),
      priceImpactBps: impactBps(answer.priceImpactPct),
      at,
      answer,
    }
  }

  function forgetOld(): void {
    for (const [key, { since }] of asked) if (ageMs(clock, since) > SHARED_MS) asked.delete(key)
  }

  return {
    async build(request, taker, how = {}) {
      const { inputMint, outputMint, inAmount, slippageBps } = request
      if (inputMint === outputMint)
        return { unavailable: { code: 'same_mint', symbol: assetSymbol(inputMint) } }
      const now = clock.monotonic()
      forgetOld()
      const key = [inputMint, outputMint, inAmount, slippageBps, taker, how.maxAccounts ?? ''].join(' ')
      const known = asked.get(key)
      if (known) return known.answer
      const answer = ask(request, taker, how, now)
      const mine = { at: now, since: readMoment(clock), answer }
      asked.set(key, mine)
      // An outage answers only the callers that waited for it.
      answer.catch(() => asked.get(key) === mine && asked.delete(key))
      return answer
    },
  }
}
