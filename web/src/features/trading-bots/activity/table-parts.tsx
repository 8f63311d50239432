import { figureWords } from '@purser/contract/money.ts'
import { useEffect, useState } from 'react'
import { Address } from '#ui/formats/address.tsx'
import { TIME_UNITS } from '#ui/dates/time-units.ts'
import { exactDateText } from '#ui/dates/date-text.ts'
import css from '../trading-bot-panel.module.css'

export function WalletName({ name, address }: { name: string; address: string }) {
  return (
    <span className={css.wallet}>
      <span className={css.name} title={name}>
        {name}
      </span>
      <Address value={address} what={`address of ${name}`} />
    </span>
  )
}

type SumProps = {
  value: number | string | null
  unit: string
  /** It has as many digits as its whole column, see columnWords. */
  text: string | undefined
}

/** An amount with few digits, in full on hover. */
export function Sum({ value, unit, text }: SumProps) {
  if (value === null) return <>–</>
  return (
    <span className="num" title={`${figureWords(value)} ${unit}`}>
      {text}
    </span>
  )
}

const AGAIN_MS = 10_000
const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** A future time: 'in 12 minutes', the exact one on hover. */
export function Due({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={exactDateText(at)} className="num">
      {dueText(date.getTime(), now)}
    </time>
  )
}

/** Both in milliseconds. */
export function dueText(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  for (const [size, unit] of TIME_UNITS)
    if (seconds >= size) return format.format(Math.floor(seconds / size), unit)
  return seconds > 0 ? 'within a minute' : 'due'
}
