import { percentText } from '@purser/contract/market/percent-text.ts'
import type { AnswerCard as Card } from '@purser/contract/agents/conversation.ts'
import css from './answer-card.module.css'

type Figure = Card['figures'][number]

const getTone = (signed: string): string | undefined => {
  if (!/[1-9]/.test(signed)) return undefined
  return signed.startsWith('+') ? css.gain : signed.startsWith('-') ? css.loss : undefined
}

function Value({ value, unit, change }: Figure) {
  return (
    <dd>
      <span className={getTone(value)}>{unit === '' ? value : `${value} ${unit}`}</span>
      {change !== undefined && (
        <span
          className={`${css.change} ${getTone(percentText(change)) ?? ''}`}
          title="Change within 24 hours"
        >
          {percentText(change)}
        </span>
      )}
    </dd>
  )
}

/** The figures of an answer: the labels on the left, the values on the right. */
export function AnswerCard({ title, figures, note }: Card) {
  return (
    <section className={css.card} aria-label={title}>
      <h4>{title}</h4>
      {figures.length > 0 && (
        <dl>
          {figures.map((figure, i) => (
            // Labels repeat: a figure has no other name than its place.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={i}>
              <dt>{figure.label}</dt>
              <Value {...figure} />
            </div>
          ))}
        </dl>
      )}
      {note !== undefined && <p>{note}</p>}
    </section>
  )
}
