import { Button } from '@mantine/core'
import type { Choice } from '@purser/contract/agents/reading.ts'
import css from './chat-panel.module.css'

type Props = { choices: Choice[]; onReply: (reply: string) => void }

/** The likely answers to a question; any words answer it too. */
export function ChatChoices({ choices, onReply }: Props) {
  if (choices.length === 0) return null
  return (
    <div className={css.choices} role="group" aria-label="Likely answers">
      {choices.map(({ label, reply }) => (
        <Button key={reply} size="xs" variant="default" className={css.choice} onClick={() => onReply(reply)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
