import { Button } from '@mantine/core'
import { type PlanGuide, planGuides } from '@purser/contract/strategies/plan-examples.ts'
import { Link } from 'react-router'
import { Card } from '#ui/card.tsx'
import { linkToChat } from '../chat/chat-link.ts'
import css from './plan-help.module.css'

/** Every type of plan: what it does, what to watch, and example sentences that a click sends to an agent. */
export function PlanHelp() {
  return (
    <div className={css.grid}>
      {Object.entries(planGuides).map(([type, guide]) => (
        <Guide key={type} guide={guide} />
      ))}
    </div>
  )
}

function Guide({ guide }: { guide: PlanGuide }) {
  return (
    <Card label={guide.title}>
      <h2 className={css.title}>{guide.title}</h2>
      <p className={css.text}>{guide.what}</p>
      <p className={css.mind}>{guide.mind}</p>
      <ul className={css.examples} aria-label={`Examples: ${guide.title}`}>
        {guide.examples.map((example) => (
          <li key={example} className={css.example}>
            <q className={css.quote}>{example}</q>
            <Button
              component={Link}
              {...linkToChat(example)}
              size="compact-sm"
              variant="light"
              aria-label={`Send: ${example}`}
            >
              Send
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
