import { Card } from '#ui/card.tsx'
import { isSpread, type TokenKind } from '../kinds.ts'
import css from './token-card.module.css'

const STEPS = {
  spread: [
    'Choose a token: type its address, or click it among your tokens.',
    'Click the wallet that pays, then those that receive.',
    'Enter the total and calculate, or type an amount for each.',
    'Execute: you see every amount, fee and rent before anything is sent.',
  ],
  collect: [
    'Choose a token: type its address, or click it among your tokens.',
    'Click the wallet that receives, then those that give.',
    'Take all that they hold, or type an amount for each.',
    'Execute: you see every amount, fee and rent before anything is sent.',
  ],
}

export function HowTo({ kind }: { kind: TokenKind }) {
  const spread = isSpread(kind)
  const title = spread ? 'How to distribute tokens' : 'How to gather tokens'
  return (
    <Card label={title}>
      <h2 className="section-title">{title}</h2>
      <ol className={css.steps}>
        {STEPS[spread ? 'spread' : 'collect'].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </Card>
  )
}
