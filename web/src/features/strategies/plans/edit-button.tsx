import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { Suspense, useId, useState, type ReactNode } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import type { EditPlan } from './field-editor.tsx'
import { fieldLabel } from './plan-rows.ts'

const FieldEditor = lazyWhenIdle(() => import('./field-editor.tsx').then((m) => m.FieldEditor))

type Props = {
  plan: Plan
  path: string
  /** The text of the button for screen readers. */
  label: string
  onEdit: EditPlan
  className: string | undefined
  children: ReactNode
}

/** A field of the plan in text, as a button that opens an editor of that field. */
export function EditButton({ plan, path, label, onEdit, className, children }: Props) {
  const titleId = useId()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      trapFocus
      returnFocus
      // The keyboard of a phone pushes the text out of view: the typed text must stay.
      hideDetached={false}
      position="bottom-start"
      middlewares={{ flip: true, shift: { padding: 8 } }}
      width="min(300px, calc(100vw - 24px))"
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          aria-label={`${label}, change`}
          className={`plain-button ${className ?? ''}`}
          onClick={() => setOpen(!open)}
        >
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-labelledby={titleId}>
        <span id={titleId} className="visually-hidden">
          {`Change: ${fieldLabel(path)}`}
        </span>
        <Suspense fallback={null}>
          <FieldEditor plan={plan} path={path} onEdit={onEdit} onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
