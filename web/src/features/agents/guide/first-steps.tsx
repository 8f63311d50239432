import { Anchor, Button, CloseButton, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { FAUCET_DEFAULT_SOL } from '@purser/contract/limits.ts'
import { planGuides } from '@purser/contract/strategies/plan-examples.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { useAuth } from '#features/accounts/index.ts'
import { balanceKey } from '#features/balances/index.ts'
import { generateWallet, walletsKey } from '#features/wallets/index.ts'
import { Address } from '#ui/formats/address.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { useServerStatus } from '#wire/status.ts'
import { useDismissed } from './use-dismissed.ts'
import { linkToChat } from '../chat/chat-link.ts'
import { fundsKey, type Steps, useSteps } from './use-steps.ts'
import css from './guide.module.css'

const [FIRST_EXAMPLE] = planGuides.dca.examples

/**
 * The steps from an empty account to a first strategy, each with its action. It goes away when all are done, or when it
 * is dismissed.
 */
export function FirstSteps() {
  const userId = useAuth()?.user?.id
  const { dismissed, dismiss } = useDismissed(userId)
  const steps = useSteps(!dismissed)
  if (dismissed || !steps || steps.strategy) return null
  return <List steps={steps} onDismiss={dismiss} />
}

function List({ steps, onDismiss }: { steps: Steps; onDismiss: () => void }) {
  const client = useQueryClient()
  const isReal = useServerStatus().data?.cluster === 'mainnet-beta'
  const { address } = steps
  const generation = useMutation({
    // It can be revealed at any time.
    mutationFn: async () => void (await generateWallet({ key: false })),
    onSuccess: () => client.invalidateQueries({ queryKey: walletsKey }),
  })
  const faucet = useMutation({
    mutationFn: (to: string) =>
      call(requestFaucet, { body: { address: to, sol: FAUCET_DEFAULT_SOL }, key: newKey() }),
    onSuccess: (_, to) =>
      Promise.all([fundsKey, balanceKey(to)].map((queryKey) => client.invalidateQueries({ queryKey }))).then(
        () => undefined,
      ),
  })
  return (
    <section className={`surface ${css.guide}`} aria-label="First steps">
      <div className={css.head}>
        <h2 className="section-title">First steps</h2>
        <CloseButton size="sm" aria-label="Dismiss the first steps" onClick={onDismiss} />
      </div>
      <ol className={css.steps}>
        <Step done={steps.wallet} title="A wallet">
          <BusyButton
            size="compact-sm"
            variant="default"
            busy={generation.isPending}
            onClick={() => generation.mutate()}
          >
            {generation.isPending ? 'Creating...' : 'Create wallet'}
          </BusyButton>
          <FieldError>
            {generation.isError ? sentence(generation.error, 'Failed to generate wallet') : undefined}
          </FieldError>
        </Step>
        <Step done={steps.funds} title={isReal ? 'Receive SOL' : 'Test funds'} waits={!steps.wallet}>
          {address !== undefined && isReal && (
            <Text size="sm" component="div">
              Send SOL to <Address value={address} />
            </Text>
          )}
          {address !== undefined && !isReal && (
            <BusyButton
              size="compact-sm"
              variant="default"
              busy={faucet.isPending}
              onClick={() => faucet.mutate(address)}
            >
              {faucet.isPending ? 'Adding...' : 'Add test funds'}
            </BusyButton>
          )}
          <FieldError>
            {faucet.isError ? sentence(faucet.error, 'The test funds could not be sent.') : undefined}
          </FieldError>
        </Step>
        <Step done={steps.agent} title="An agent">
          <Text size="sm" c="dimmed">
            It trades for you. Create Agent makes one.
          </Text>
        </Step>
        <Step done={steps.strategy} title="A first strategy" waits={!steps.agent || !steps.funds}>
          <Text size="sm" c="dimmed">
            Tell the agent what to trade. It shows its plan, and nothing runs before you execute it.
          </Text>
          <Button size="compact-sm" variant="default" component={Link} {...linkToChat(FIRST_EXAMPLE)}>
            Send an example
          </Button>
          <Anchor component={Link} to={paths.help} size="sm">
            What can I ask?
          </Anchor>
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { done: boolean; title: string; waits?: boolean; children: ReactNode }

/** Its action is offered only while it can be done. `waits`: an earlier step is not done. */
function Step({ done, title, waits = false, children }: StepProps) {
  return (
    <li className={css.step} data-done={done || undefined}>
      {done ? (
        <IconCircleCheckFilled size={18} className={css.done ?? ''} aria-label="Done:" role="img" />
      ) : (
        <IconCircleDashed size={18} className={css.open ?? ''} aria-hidden="true" />
      )}
      <div className={css.what}>
        <span className={css.title}>{title}</span>
        {!done && !waits && children}
      </div>
    </li>
  )
}
