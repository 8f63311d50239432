import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { CreationError, type Creation } from './agent-errors.tsx'
import { FirstSteps } from '../guide/first-steps.tsx'
import css from './desk-welcome.module.css'

type Props = { onCreate: () => void; creation: Creation }

/**
 * Takes the place of a desk while no agent is selected; its head is as high as the bar of an agent, in the same place.
 */
export function DeskWelcome({ onCreate, creation }: Props) {
  return (
    <>
      <header className={`surface ${css.bar}`}>
        <h2 className={css.title}>Welcome to Trading Agent</h2>
        <p className={css.text}>
          Create a new agent or select an existing one to get started with automated trading.
        </p>
      </header>
      <section className={`surface ${css.welcome}`} data-desk="welcome" aria-label="Welcome">
        <div className={css.trouble}>
          <CreationError creation={creation} />
        </div>
        <BusyButton onClick={clickOnce(onCreate)} busy={creation.isPending}>
          Create Agent
        </BusyButton>
        <FirstSteps />
      </section>
    </>
  )
}
