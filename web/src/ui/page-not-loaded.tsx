import { Button, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Card } from './card.tsx'
import { useConnection } from '#wire/use-connection.ts'

/** A document that is younger does not load itself anew: it would do so again and again. */
const YOUNG_MS = 10_000

/** In place of a page that could not be loaded. It comes by itself when the server is back, for nothing was typed into it. */
export function PageNotLoaded() {
  const state = useConnection()
  const wasUnavailable = useRef(false)
  useEffect(() => {
    if (state !== 'live') wasUnavailable.current = true
    else if (wasUnavailable.current && performance.now() > YOUNG_MS) window.location.reload()
  }, [state])
  return (
    <Card label="Page not loaded">
      <Text size="sm" mb="sm" role="status">
        {state === 'live'
          ? 'This page could not be loaded. Please reload it.'
          : 'This page was not loaded before the server became unavailable. It comes when the server is back.'}
      </Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Card>
  )
}
