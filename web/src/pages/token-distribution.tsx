import { Box, Tabs, Title } from '@mantine/core'
import { useState } from 'react'
import { type TokenKind, TOKEN_KINDS } from '#features/distributions/kinds.ts'
import { TokenCard } from '#features/distributions/tokens/token-card.tsx'
import { TokenDistributeTab } from '#features/distributions/tokens/token-distribute-tab.tsx'
import { TokenGatherTab } from '#features/distributions/tokens/token-gather-tab.tsx'
import { useChosenToken } from '#features/distributions/tokens/use-chosen-token.ts'
import { useTokenDesk } from '#features/distributions/tokens/use-token-desk.ts'
import { isTokenTransfer, useProposedTransfer } from '#features/distributions/proposed-transfer.ts'
import { useFirstTab } from '#features/distributions/run/use-first-tab.ts'
import { useRunningOperations } from '#features/distributions/run/use-running-operations.ts'
import { useTabPlace } from '#features/distributions/forms/use-tab-place.ts'
import { TabList } from '#ui/tab-list.tsx'
import { useTitle } from '#ui/use-title.ts'

const NAMED = [
  ['token-distribute', 'Distribute Tokens'],
  ['token-gather', 'Gather Tokens'],
] as const

/** The token belongs to the page; everything else of a tab that is left is cleared, but running operations go on. */
export function TokenDistributionPage() {
  useTitle('Token Distribution & Gathering')
  const running = useRunningOperations(TOKEN_KINDS)
  const proposal = useProposedTransfer(isTokenTransfer)
  const { proposed } = proposal
  const [asked, go] = useTabPlace(TOKEN_KINDS)
  const [handed, setHanded] = useState<TokenKind>()
  const handedTo = proposed && (`token-${proposed.kind}` as const)
  if (handedTo && handed !== handedTo) setHanded(handedTo)
  const picked = asked ?? handed
  const first = useFirstTab(TOKEN_KINDS, running, picked === undefined)
  const chosen = useChosenToken()
  const desk = useTokenDesk(chosen.mint, chosen.choose)
  const mayHaveWallets = desk.holders.isPending || (desk.holders.data?.byId.size ?? 0) > 0
  const open = picked ?? first ?? 'token-distribute'
  // Without wallets the card above goes away: the content below is new then, and does not move up.
  const below = mayHaveWallets ? 'card' : 'tabs'
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Token Distribution & Gathering
      </Title>
      <Tabs value={open} onChange={go} keepMounted={false}>
        <TabList tabs={NAMED} open={open} />
        {mayHaveWallets && (
          <Box mb="md">
            <TokenCard chosen={chosen} desk={desk} />
          </Box>
        )}
        <Tabs.Panel key={`distribute below ${below}`} value="token-distribute">
          <TokenDistributeTab {...{ desk, running, proposal }} />
        </Tabs.Panel>
        <Tabs.Panel key={`gather below ${below}`} value="token-gather">
          <TokenGatherTab {...{ desk, running, proposal }} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
