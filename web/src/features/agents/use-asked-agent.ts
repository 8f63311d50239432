import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Selects the agent that the URL names (?agent=7), once. */
export function useAskedAgent(select: (id: number) => void): void {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('agent')
  const choose = useRef(select)
  useEffect(() => {
    choose.current = select
  }, [select])
  useEffect(() => {
    if (asked === null) return
    if (/^\d{1,15}$/.test(asked)) choose.current(Number(asked))
    setSearch({}, { replace: true })
  }, [asked, setSearch])
}
