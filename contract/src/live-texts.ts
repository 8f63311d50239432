/** Sentences about a channel that does not open or that breaks (document 3). */
export const liveTexts = {
  loadFailed: 'Failed to load wallets',
  noToken: 'No authentication token found',
  timeout: 'WebSocket connection timeout',
  notConnected: 'WebSocket is not connected',
  connectFailed: 'WebSocket connection failed - please try again or use fewer wallets.',
  processingFailed: 'Failed during blockchain transaction processing',
  /** The next three are shown only while an outcome is being resolved, with the live state. */
  serverTimeout: 'Server timeout - operations may have succeeded. Check blockchain explorer.',
  lost: 'WebSocket connection lost - operations may have succeeded. Check blockchain explorer.',
  reconnectFailed: 'Failed to reconnect to server. Operations may have succeeded. Check blockchain explorer.',
} as const
