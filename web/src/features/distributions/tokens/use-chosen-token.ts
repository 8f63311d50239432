import { Address } from '@purser/contract/values.ts'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

const PARAMETER = 'token'

/**
 * The token of the page: it is in the URL, so that a reload or a link keeps it. A text that is no address stays a
 * draft.
 */
export function useChosenToken() {
  const [parameters, setParameters] = useSearchParams()
  const [draft, setDraft] = useState<string>()
  const linked = parameters.get(PARAMETER) ?? ''
  const text = draft ?? linked
  const trimmed = text.trim()
  const valid = Address.safeParse(trimmed).success
  const choose = useCallback(
    (typed: string) => {
      setDraft(typed)
      const mint = typed.trim()
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          if (Address.safeParse(mint).success) next.set(PARAMETER, mint)
          else next.delete(PARAMETER)
          return next
        },
        { replace: true },
      )
    },
    [setParameters],
  )
  return { text, mint: valid ? trimmed : undefined, choose }
}
export type ChosenToken = ReturnType<typeof useChosenToken>
