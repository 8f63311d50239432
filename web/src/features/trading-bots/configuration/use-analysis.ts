import { BOT_ANALYSIS_DEBOUNCE_MS, BOT_ANALYSIS_MINT_LENGTH } from '@purser/contract/limits.ts'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { analyzeToken, type TokenAnalysis } from '@purser/contract/trading-bots/trading-bots.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'

export type Analysis = {
  /** The analysis of the mint in the field; undefined: none yet. */
  result: TokenAnalysis | undefined
  error: string | undefined
  loading: boolean
  retry: () => void
}

/** The currencies for a token, 300 ms after the mint is long enough; answers about another mint are ignored. */
export function useAnalysis(mint: string): Analysis {
  const [asked, setAsked] = useState('')
  const long = mint.length > BOT_ANALYSIS_MINT_LENGTH
  useEffect(() => {
    if (!long || asked === mint) return
    const timer = setTimeout(() => setAsked(mint), BOT_ANALYSIS_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [mint, long, asked])
  const current = long && asked === mint
  const query = useQuery({
    queryKey: ['token-analysis', asked],
    queryFn: ({ signal }) => call(analyzeToken, { params: { mint: asked }, signal }),
    enabled: current,
  })
  const failed = current && query.isError
  const refusal = current && query.data?.status === 'error' ? query.data : undefined
  return {
    result: current && !failed && !refusal ? query.data : undefined,
    error: failed
      ? sentence(query.error, botTexts.analyzeFailed)
      : refusal && (refusal.error ?? botTexts.analyzeFailed),
    loading: long && (!current || query.isFetching) && !(current && query.data),
    retry: () => void query.refetch(),
  }
}
