import { sentence } from '#wire/fault.ts'
import { ErrorBox } from './error-box.tsx'

type Props = {
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The message if the server sent none. */
  fallback: string
}

/** The error of a query with Retry; renders nothing without one. */
export function QueryError({ query, fallback }: Props) {
  if (!query.isError) return null
  return (
    <ErrorBox
      message={sentence(query.error, fallback)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
