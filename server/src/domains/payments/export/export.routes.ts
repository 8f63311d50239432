import type { FileAnswer, StreamedFile } from '@purser/contract/endpoint.ts'
import { exportDistributions, exportPayments } from '@purser/contract/payments/payment-distributions.ts'
import type { Router } from '../../../kernel/http/route.ts'
import type { PaymentExports } from './export.ts'

/** The router streams it. */
const streamed = (file: StreamedFile) => file as StreamedFile & FileAnswer

export function paymentExportRoutes(router: Router, files: PaymentExports): void {
  router.serve(exportPayments, async ({ caller, query }) =>
    streamed(await files.payments(caller.userId, query)),
  )
  router.serve(exportDistributions, async ({ caller, query }) =>
    streamed(await files.distributions(caller.userId, query)),
  )
}
