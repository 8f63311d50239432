/** Hands bytes or text to the browser as a download. */
export function saveFile(filename: string, data: Uint8Array | string, type: string): void {
  const url = URL.createObjectURL(new Blob([data as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the bytes only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
