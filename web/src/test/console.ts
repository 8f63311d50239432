/** Component tests: the console's real components in jsdom, against the real server of the test's own process. */
import { type DeskOptions, startTestDesk, type User } from '../../../server/src/test/harness.ts'
import { openPage, restoreSurroundings } from './page.ts'

/** Opens the real server, a signed-in user, and the console's code in this process, for a whole test file. */
export async function openConsole(options: DeskOptions = {}) {
  restoreSurroundings()
  const desk = await startTestDesk(options)
  const user: User = await desk.signUp()
  return { desk, user, ...(await openPage({ url: desk.url, token: user.token })) }
}
