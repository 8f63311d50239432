import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { liveTexts } from '@purser/contract/live-texts.ts'
import { Suspense } from 'react'
import { useHolders } from '#features/distributions/index.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { onDemand } from '#ui/on-demand.tsx'
import { sentence } from '#wire/fault.ts'
import { AutoSettings } from './auto-settings.tsx'
import { EligibleWallets } from './eligible-wallets.tsx'
import { loadText } from './load-text.ts'
import { TopUpLogs } from './top-up-logs.tsx'
import { useTopUps } from './use-top-ups.ts'
import css from './auto-tab.module.css'

const ConfirmDialog = onDemand(() => import('./confirm-dialog.tsx').then((m) => m.ConfirmDialog))

/** Wallets that run low are topped up from one funding wallet. */
export function AutoTab() {
  const holders = useHolders()
  const it = useTopUps(holders.data)
  const { settings } = it
  if (holders.isError && !holders.data)
    return (
      <ErrorBox
        message={sentence(holders.error, liveTexts.loadFailed)}
        onRetry={() => void holders.refetch()}
        retrying={holders.isFetching}
      />
    )
  if (settings.isPending)
    return (
      <div role="status" aria-label="Loading settings">
        <Skeleton h={220} mb={12} />
        <Skeleton h={120} />
      </div>
    )
  return (
    <div className={css.columns}>
      <div className={css.column}>
        {settings.data ? (
          <AutoSettings settings={settings.data.data} it={it} />
        ) : (
          <ErrorBox
            message={loadText(settings.error, 'Failed to load settings')}
            onRetry={() => void settings.refetch()}
            retrying={settings.isFetching}
          />
        )}
        <EligibleWallets settings={settings.data?.data} eligible={it.eligible} />
      </div>
      <TopUpLogs logs={it.logs} />
      {it.question && (
        <Suspense fallback={null}>
          <ConfirmDialog change={it.question} onConfirm={it.confirm} onClose={it.closeQuestion} />
        </Suspense>
      )}
    </div>
  )
}
