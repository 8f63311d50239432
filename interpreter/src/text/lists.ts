/** Adds to the list of a key. */
export function put<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const same = lists.get(key)
  if (same) same.push(one)
  else lists.set(key, [one])
}
