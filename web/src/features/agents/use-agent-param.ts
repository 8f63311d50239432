import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Selects the agent that the URL names (?agent=7), once. */
export function useAgentParam(select: (id: number) => void): void {
  const [search, setSearch] = useSearchParams()
  const param = search.get('agent')
  const choose = useRef(select)
  useEffect(() => {
    choose.current = select
  }, [select])
  useEffect(() => {
    if (param === null) return
    if (/^\d{1,15}$/.test(param)) choose.current(Number(param))
    setSearch({}, { replace: true })
  }, [param, setSearch])
}
