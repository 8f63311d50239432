import { getBase64Decoder } from '@solana/kit'
import type { SendResult } from '../../../ports/chain-data.ts'
import { callTimeout } from './ask.ts'
import { sendFailure } from './refusals.ts'
import type { NodeCalls } from './node-calls.ts'

const SEND_TIMEOUT_MS = 15_000

/** Sends the signed bytes once. Never throws. */
export async function sendTransaction(
  { sending }: Pick<NodeCalls, 'sending'>,
  bytes: Uint8Array,
): Promise<SendResult> {
  const wire = getBase64Decoder().decode(bytes) as Parameters<typeof sending.sendTransaction>[0]
  try {
    await sending
      .sendTransaction(wire, {
        encoding: 'base64',
        // It was simulated before it was signed; a preflight could only refuse what may have been sent already.
        skipPreflight: true,
        maxRetries: 0n,
      })
      .send({ abortSignal: callTimeout(SEND_TIMEOUT_MS) })
    return { outcome: 'accepted' }
  } catch (error) {
    return sendFailure(error)
  }
}
