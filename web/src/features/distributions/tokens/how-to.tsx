import { Card } from '#ui/card.tsx'
import { isSpread, type TokenKind } from '../kinds.ts'
import css from './token-card.module.css'

const STEPS = {
  spread: [
    'Choose a token: enter an address or pick from Your Tokens.',
    'Choose the source wallet, then the wallets to send to.',
    'Enter the total and calculate, or enter an amount for each wallet.',
    'Execute: you see every amount, fee and rent before anything is sent.',
  ],
  collect: [
    'Choose a token: enter an address or pick from Your Tokens.',
    'Choose the receiving wallet, then the wallets to gather from.',
    'Gather everything they hold, or enter an amount for each wallet.',
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
