import { type Change, useKeyedChange } from '#wire/use-keyed-change.ts'
import { walletsKey } from './use-wallets.ts'

/**
 * A change to wallets or groups; the list is refetched whether it worked or not. `fallback` is the error message if the
 * server sends none.
 */
export const useWalletChange = <Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  fallback: string,
  done?: (result: Result, input: Input) => void,
): Change<Input> => useKeyedChange({ change, fallback, changes: walletsKey, done })
