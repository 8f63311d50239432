import { IconChartCandle, IconMessage, IconTerminal2, IconUsers } from '@tabler/icons-react'
import type { DeskPart } from './use-desk-place.ts'
import css from './desk-nav.module.css'

const PARTS = [
  ['agents', 'Agents', IconUsers],
  ['chart', 'Chart', IconChartCandle],
  ['chat', 'Chat', IconMessage],
  ['strip', 'Terminal', IconTerminal2],
] as const

type Props = { part: DeskPart; onPart: (part: DeskPart) => void }

/** The choice at the bottom of a narrow window: the part of the dashboard that it shows. */
export function DeskNav({ part, onPart }: Props) {
  return (
    <nav className={`surface ${css.parts}`} aria-label="Parts of the dashboard">
      {PARTS.map(([one, name, Icon]) => (
        <button
          key={one}
          type="button"
          className={`plain-button ${css.part}`}
          aria-current={one === part ? 'page' : undefined}
          onClick={() => onPart(one)}
        >
          <Icon size={18} aria-hidden="true" />
          {name}
        </button>
      ))}
    </nav>
  )
}
