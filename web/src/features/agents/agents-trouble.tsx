/** What failed of the agents, each where it takes the room of what is missing: nothing moves when it comes or ends. */
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ErrorBox } from '#ui/error-box.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { sentence } from '#wire/fault.ts'
import css from './desk-welcome.module.css'

export type Creation = { isPending: boolean; isError: boolean; error: unknown }
export type Loading = Parameters<typeof QueryError>[0]['query']

const LOAD_FAILED = 'Failed to load agents. Please try again.'
const CREATE_FAILED = 'Failed to create agent. Please try again.'

export const CreationTrouble = ({ creation }: { creation: Creation }) =>
  creation.isError && <ErrorBox message={sentence(creation.error, CREATE_FAILED)} />

/** In place of a desk: which agents there are is not known. Its head is as high as the bar of an agent. */
export function DeskFailed({ loading }: { loading: Loading }) {
  // Until it is there, or has failed otherwise, it says what it said.
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

/** At the end of the list of agents, of which it takes the height. Folded, the list has room for a sign of it. */
export function ListTrouble({ creation, loading, folded, onUnfold }: Props) {
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
        {creation && <CreationTrouble creation={creation} />}
        {loading && <QueryError query={loading} fallback={LOAD_FAILED} />}
      </div>
    </>
  )
}
