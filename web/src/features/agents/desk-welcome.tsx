import { Button } from '@mantine/core'
import { clickOnce } from '#ui/press-once.ts'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { CreationTrouble, type Creation } from './agents-trouble.tsx'
import { FirstSteps } from './guide/first-steps.tsx'
import css from './desk-welcome.module.css'

type Props = { onCreate: () => void; creation: Creation }

/** In place of a desk while no agent is selected; its head stands where the bar of an agent does, as high as that. */
export function DeskWelcome({ onCreate, creation }: Props) {
  const focus = useKeptFocus<HTMLElement>()
  return (
    <>
      <header className={`surface ${css.bar}`}>
        <h2 className={css.title}>Welcome to Trading Agent</h2>
        <p className={css.text}>
          Create a new agent or select an existing one to get started with automated trading.
        </p>
      </header>
      <section className={`surface ${css.welcome}`} data-desk="welcome" aria-label="Welcome" {...focus}>
        <div className={css.trouble}>
          <CreationTrouble creation={creation} />
        </div>
        <Button onClick={clickOnce(onCreate)} disabled={creation.isPending}>
          Create Agent
        </Button>
        <FirstSteps />
      </section>
    </>
  )
}
