/** Failures to load or create agents, each in the room of the missing part: nothing moves when one comes or ends. */
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { sentence } from '#wire/fault.ts'
import css from './desk-welcome.module.css'

export type Creation = { isPending: boolean; isError: boolean; error: unknown }
export type Loading = Parameters<typeof QueryError>[0]['query']

const LOAD_FAILED = 'Failed to load agents. Please try again.'
const CREATE_FAILED = 'Failed to create agent. Please try again.'

export const CreationError = ({ creation }: { creation: Creation }) =>
  creation.isError && <ErrorBox message={sentence(creation.error, CREATE_FAILED)} />

/** Takes the place of a desk while the agents are unknown. Its head is as high as the bar of an agent. */
export function DeskError({ loading }: { loading: Loading }) {
  // The error stays until the agents are loaded, or fail with another.
  const [error, setError] = useState(loading.error)
  if (loading.error !== null && loading.error !== error) setError(loading.error)
  return (
    <>
      <header className={`surface ${css.bar}`}>
        <h2 className={css.title}>Agents not loaded</h2>
      </header>
      <section className={`surface ${css.welcome}`} data-desk="failed" aria-label="Agents not loaded">
        <div className={css.trouble}>
          <QueryError
            query={{ isError: true, error, isFetching: loading.isFetching, refetch: loading.refetch }}
            fallback={LOAD_FAILED}
          />
        </div>
      </section>
    </>
  )
}

type Props = {
  creation: Creation | undefined
  loading: Loading | undefined
  folded: boolean
  onUnfold: () => void
}

/** The end of the list of agents, with its height. The folded list has room for a sign of it. */
export function ListError({ creation, loading, folded, onUnfold }: Props) {
  if (!creation?.isError && !loading?.isError) return null
  const what = creation?.isError
    ? sentence(creation.error, CREATE_FAILED)
    : sentence(loading?.error, LOAD_FAILED)
  return (
    <>
      {folded && (
        <ActionIcon
          className={css.sign ?? ''}
          variant="light"
          color="red"
          aria-label={what}
          title={what}
          onClick={onUnfold}
        >
          <IconAlertTriangle size={17} />
        </ActionIcon>
      )}
      <div className={css.ofList} data-folded={folded}>
        {creation && <CreationError creation={creation} />}
        {loading && <QueryError query={loading} fallback={LOAD_FAILED} />}
      </div>
    </>
  )
}
