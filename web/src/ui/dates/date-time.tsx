import { type DatePrecision, dateText, exactDateText, type Instant } from './date-text.ts'

type Props = { at: Instant; precision?: DatePrecision }

/** A date and time: 'Nov 28, 17:30', exact on hover. */
export function DateTime({ at, precision = 'minute' }: Props) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactDateText(at)} className="num">
      {dateText(at, precision)}
    </time>
  )
}
