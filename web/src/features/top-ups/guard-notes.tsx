import type { TopUpSettings } from '@purser/contract/top-ups.ts'
import type { ReactNode } from 'react'
import css from './auto-tab.module.css'

type Guard = NonNullable<TopUpSettings['guard']>
type Reason = Guard['left_out'][number]['reason']

/** Wallets that a note names. */
const NAMED = 6

const notes: Record<Reason, { title: string; text: string }> = {
  too_often: {
    title: 'Skipped: a third top-up within an hour',
    text: 'Someone else may have the key and be draining the wallet. Move its funds elsewhere and delete it, or remove it from its group.',
  },
  limit: {
    title: 'Skipped because of your limits of real money',
    text: 'The key was once shown, exported or imported, so a top-up counts toward your limits. You can raise them in your profile.',
  },
}

/** If funds are real: the reasons why wallets are not topped up, and what to do. */
export function GuardNotes({ guard }: { guard: Guard }) {
  return (
    <>
      {guard.cap_reached && (
        <Note title="Daily cap reached">
          Wallets that run low get no top-up until 00:00 UTC. You can raise the cap with an email code.
        </Note>
      )}
      {(Object.keys(notes) as Reason[]).map((reason) => {
        const names = guard.left_out.filter((one) => one.reason === reason).map(({ name }) => name)
        if (names.length === 0) return null
        const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
        return (
          <Note key={reason} title={notes[reason].title}>
            <strong>
              {names.slice(0, NAMED).join(', ')}
              {more}
            </strong>
            . {notes[reason].text}
          </Note>
        )
      })}
    </>
  )
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.note} role="status">
      <strong className={css.warning}>{title}</strong>
      <p>{children}</p>
    </div>
  )
}
