/** Limits of both sides, with the unit in the name. Source: specification 1, sections 4 and 9. */

export const HTTP_TIMEOUT_MS = 300_000
export const RETRIES = 2
export const LOG_RETRIES = 3
export const RETRY_BASE_MS = 1_000
export const LOG_RETRY_BASE_MS = 2_000
export const RETRY_JITTER_MS = 1_000
/** Retries, and the longest wait between them, when chat messages are saved. */
export const SAVE_RETRIES = 3
export const SAVE_RETRY_CAP_MS = 5_000

export const CODE_DIGITS = 6
/** Letters and digits in the codes for an address under attack. */
export const LONG_CODE_LENGTH = 12
/** Counted from when it was mailed. */
export const CODE_TTL_SECONDS = 600
export const CODE_TRIES = 5
/** Code requests of one client for one address. */
export const CODE_REQUESTS_PER_ADDRESS = 5
export const CODE_REQUESTS_PER_CLIENT = 50
export const CODE_REQUEST_WINDOW_SECONDS = 900
export const WRONG_CODES_PER_CLIENT = 60
export const WRONG_CODE_WINDOW_SECONDS = 900
/** Codes mailed to an address within the time that a code is valid; further ones wait. */
export const CODE_MAILS_PER_ADDRESS = 20
/** Wrong tries of browsers that have not signed in before: from then on such browsers get long codes. */
export const WRONG_CODES_PER_ADDRESS_A_DAY = 200
/** Codes for keys, apart from sign-in. */
export const WRONG_KEY_CODES_A_DAY = 25
/** A session ends once it is unused for this long, */
export const SESSION_DAYS = 30
/** and after this long in any case. */
export const SESSION_DAYS_IN_ALL = 180
export const TICKET_TTL_SECONDS = 30
export const REVEALS_PER_MINUTE = 30
/** Exports and chatbot-data together. */
export const EXPORTS_PER_MINUTE = 10
export const REQUESTS_PER_MINUTE = 600
/** Searches of tokens by name: each may cost a call to a service that allows few. */
export const TOKEN_SEARCHES_PER_MINUTE = 60
export const TOKEN_QUERY_MAX = 100
export const IDEMPOTENCY_HOURS = 24
export const BODY_LIMIT_BYTES = 1_048_576
/** The body limit of a request that names every wallet of an operation, each with an amount of its own. */
export const WALLETS_BODY_LIMIT_BYTES = 2_097_152
/** The body limit for calls without a session. */
export const PUBLIC_BODY_LIMIT_BYTES = 16_384

export const NAME_MAX = 100
export const EMAIL_MAX = 254
export const INSTRUCTION_MAX = 4_000
/** Fields changed by one call. */
export const PLAN_EDITS_MAX = 20
/** The newest plans that each agent showed; of older ones only the text is kept. */
export const SHOWN_PLANS_KEPT = 30
export const CHAT_MESSAGE_MAX = 20_000
/** An agent's chat keeps its newest messages: at most this many, and at most this many bytes of them. */
export const CHAT_KEPT = 500
export const CHAT_KEPT_BYTES = 4_000_000
export const LOG_MESSAGE_MAX = 4_000
export const WALLETS_PER_STRATEGY = 100
export const WALLETS_PER_USER = 100_000
export const GROUPS_PER_USER = 1_000
export const WHITELIST_PER_USER = 10_000
/** Saved forms of the distribution pages. */
export const TEMPLATES_PER_USER = 100
export const BULK_WALLETS_MAX = 1_000
export const BULK_WALLETS_DEFAULT = 10
export const NAME_PREFIX_DEFAULT = 'Wallet'
export const IMPORT_KEYS_MAX = 1_000
/** Ids in one list of a request. */
export const WALLET_IDS_MAX = 10_000
export const DESCRIPTION_MAX = 500
export const AGENTS_PER_USER = 1_000

export const TERMINAL_LOG_LIMIT = 100
/** Lines that are not rendered yet: beyond LOG_BUFFER_MOST only the newest LOG_BUFFER_KEPT are kept. */
export const LOG_BUFFER_MOST = 100
export const LOG_BUFFER_KEPT = 50
export const CHAT_CACHE = 50
export const FAUCET_MAX_SOL = 10_000
export const FAUCET_DEFAULT_SOL = 10
/** Whole tokens a call. */
export const FAUCET_MAX_TOKENS = 1_000_000_000

export const PING_SECONDS = 30
export const HEARTBEAT_SECONDS = 15
export const LIVE_RECONNECT_MS = 5_000
export const CHAT_RECONNECT_MS = 3_000
export const BALANCE_THROTTLE_MS = 3_000
export const BALANCE_POLL_MS = 30_000
/**
 * The time between two points of the value over time; after a day one point an hour is kept, after SNAPSHOT_DAYS none.
 */
export const SNAPSHOT_MINUTES = 5
export const SNAPSHOT_DAYS = 30
export const LOG_POLL_MS = 5_000
export const MONITOR_POLL_MS = 30_000
export const COPY_FEEDBACK_MS = 2_000
export const REVEAL_SECONDS = 30

/** Candles in one answer: by default, and at most. */
export const CANDLES_PAGE = 300
export const CANDLES_MAX = 1_000
export const STRATEGIES_PAGE = 50
export const STRATEGY_TRADES_PAGE = 100
/** Skipped or refused orders, listed with the newest page of trades. */
export const STRATEGY_SKIPS = 50
/** Strategies of one agent that come with it; all of them are listed in pages. */
export const AGENT_STRATEGIES = 50
/** Points of the profit over time, besides those at fills. */
export const HISTORY_STEPS = 240
export const HISTORY_FILLS = 200
/** A visible chart polls for updates that the live channel did not deliver. */
export const CHART_POLL_MS = 5_000

export const PARSE_ATTEMPTS = 3
/** Waits before the second and the third attempt. */
export const PARSE_WAITS_MS = [1_000, 2_000]
/** Concurrent model parses of one user. */
export const READINGS_AT_ONCE = 2
export const READINGS_PER_MINUTE = 20
/** Concurrent model requests of one process; others queue. */
export const READINGS_OF_A_PROCESS = 8
/** The time limit for all attempts of a model together. */
export const MODEL_TIMEOUT_MS = 60_000
export const DEFAULT_SLIPPAGE_BPS = 100
export const MAX_SLIPPAGE_BPS = 5_000
/** If funds are real, a plan that allows more starts with a mailed code. */
export const FREE_SLIPPAGE_BPS = 300
/** If funds are real, a swap between SOL and USDC that allows more counts in full towards the limits. */
export const TIGHT_SWAP_BPS = 100
export const MAX_INTERVAL_SECONDS = 31_536_000

export const DEFAULT_GROUP_COLOR = '#9333EA'
/** Lamports for each signature. */
export const LAMPORTS_PER_SIGNATURE = 5_000n

/** Moving SOL: specification 3 section 9 and specification 4 section 7. */
export const TRANSFERS_PER_OPERATION = 10_000
/** The estimated fee of each transfer before a distribution, and the reserve above the rent minimum. */
export const FEE_ESTIMATE_LAMPORTS = 5_000n
export const RESERVE_LAMPORTS = 1_000_000n
/** The amount that a source keeps in a gather, unless the rent minimum is higher. */
export const GATHER_KEEP_LAMPORTS = 890_000n
export const MONEY_TIMEOUT_MS = 600_000
export const PROGRESS_BATCH = 5
export const LIVE_ONLY_DESTINATIONS = 30
export const LIVE_TIMEOUT_MS = 10_000
export const LIVE_RECONNECTS = 5
export const LIVE_RECONNECT_MAX_MS = 30_000
export const VARIANCE_MIN = 1
export const VARIANCE_MAX = 50
export const VARIANCE_DEFAULT = 20
/** The most that token amounts may vary, in percent; 0 splits equally. */
export const TOKEN_VARIANCE_MAX = 50
/** Decimals to which the amounts of a token are split, and to which the console rounds what it sends. */
export const TOKEN_SPLIT_DECIMALS = 4
export const TOKEN_REQUEST_DECIMALS = 6
/** Texts in a token that is created here, in bytes of UTF-8: if all are full the transaction still fits 1,232 bytes. */
export const TOKEN_NAME_BYTES = 40
export const TOKEN_DESCRIPTION_BYTES = 200
export const TOKEN_IMAGE_BYTES = 150
export const CREATED_TOKEN_DECIMALS_MAX = 9
export const CREATED_TOKENS_PER_USER = 500
/** Accounts that one token is granted to, and grants of all tokens of a user. */
export const GRANTS_PER_TOKEN = 100
export const GRANTS_PER_USER = 1_000
/** Granted tokens that an account knows by name: the oldest, so that strangers push none of them out. */
export const GRANTS_KNOWN = 500
export const AUTHORIZATION_PAGE = 50
export const AUTHORIZATION_PAGE_MAX = 100
/** Mints in one request for names. */
export const MINTS_PER_REQUEST = 100
export const OPERATIONS_PAGE = 50
/** Rows of a file of operations. */
export const OPERATIONS_FILE_MAX = 100_000
/** Rows of a page of the audit log: by default, and at most. */
export const AUDIT_PAGE = 50
export const AUDIT_PAGE_MAX = 200

/** Automatic top-up: defaults and floors of specification 3, in lamports. */
export const TOP_UP_MINIMUM_LAMPORTS = 9_000_000n
export const TOP_UP_AMOUNT_LAMPORTS = 10_000_000n
/** Wallets listed in the preview of a first round. */
export const TOP_UP_PREVIEW_WALLETS = 50
export const TOP_UP_LOGS = 20
export const TOP_UP_LOGS_MAX = 200

/** Notifications of a user: how many are stored, how long, and how many a page has. */
export const NOTIFICATIONS_KEPT = 500
export const NOTIFICATION_DAYS = 30
export const NOTIFICATIONS_PAGE = 20
export const NOTIFICATIONS_PAGE_MAX = 100
/**
 * Notifications a day to one user about tokens that others share: they must not push out those of the user's own desk.
 */
export const ACCESS_TOLD_A_DAY = 50
/** Notifications within this time after the first share an e-mail, which lists at most this many. */
export const NOTIFICATION_DIGEST_SECONDS = 60
export const NOTIFICATION_MAIL_LINES = 50
/** An e-mail that could not be delivered for this long is dropped. */
export const NOTIFICATION_MAIL_DAYS = 3

/** Close codes of live channels, besides those of RFC 6455. */
export const CLOSE_NO_SESSION = 4401
export const CLOSE_NOT_FOUND = 4404

export const PAYMENT_MIN_USD = '0.01'
export const PAYMENT_MAX_USD = '1000000000'
/** The time within which a payment link can be paid. */
export const PAYMENT_LINK_MINUTES = 1_440
export const PAYMENT_LINK_MINUTES_MIN = 15
export const PAYMENT_LINK_MINUTES_MAX = 43_200
export const PAYMENT_TOLERANCE_MAX_PERCENT = 50
/** How long a quote in SOL is valid: a link's first ones in any 24 h, and its later ones. */
export const PAYMENT_QUOTE_SECONDS = 900
export const PAYMENT_LONG_QUOTES_A_DAY = 6
export const PAYMENT_SHORT_QUOTE_SECONDS = 120
/** A quote is not renewed earlier. */
export const PAYMENT_RENEW_SECONDS = 60
/** Expired quotes that nobody has paid are kept this long: a payment made in time may be found late. */
export const PAYMENT_QUOTE_DAYS = 30
/** Quotes for one client. */
export const PAYMENT_QUOTES_PER_15_MINUTES = 120
export const PAYMENTS_PAGE = 1_000
export const PAYMENTS_PAGE_MAX = 1_000
export const PAYMENT_LINES_MAX = 1_000
/** Links that can still be paid. */
export const OPEN_PAYMENTS_PER_USER = 100_000
export const PAYMENTS_REFRESH_MS = 60_000
export const RETURN_URL_MAX = 2_000
export const WEBHOOK_URL_MAX = 2_000
export const WEBHOOKS_PER_USER = 20
export const DELIVERIES_PAGE_MAX = 200
/** Pings and redeliveries of one account. */
export const WEBHOOK_SENDS_PER_MINUTE = 60
/** The first attempt and eight more, within 45 hours. */
export const WEBHOOK_ATTEMPTS = 9
/** A webhook is switched off if nothing was delivered for this long. */
export const WEBHOOK_FAILING_DAYS = 3
export const WEBHOOK_DELIVERY_DAYS = 30
/** Receipts mailed to payers, per account. */
export const RECEIPT_MAILS_A_DAY = 500
/** Mails to one account about changes of its webhooks. The last one says that it is the last. */
export const WEBHOOK_MAILS_A_DAY = 20

/** Intervals of a trading bot, in seconds of the market's time. Source: specification 2, sections 5 and 9. */
export const BOT_INTERVAL_MIN_SECONDS = 600
export const BOT_INTERVAL_MAX_SECONDS = 86_400
export const BOT_VOLATILITY_MULTIPLIER_MAX = 10
export const BOT_STATUS_POLL_MS = 10_000
/** The status is not polled for this long after a stop. */
export const BOT_STOP_PAUSE_MS = 15_000
/** The status is polled again this long after a start or stop that failed. */
export const BOT_RECHECK_MS = 1_000
export const BOT_ANALYSIS_DEBOUNCE_MS = 300
/** A mint is analysed once it is longer than this. */
export const BOT_ANALYSIS_MINT_LENGTH = 40
export const BOT_PREVIEW_WALLETS = 10
export const BOT_TRADES_PAGE = 50
export const BOT_TRADES_PAGE_MAX = 500
/** Trades of a bot are listed for this long; operations and balances stay. */
export const BOT_TRADE_DAYS = 30

export const MARKET_SPEED_MAX = 100

/** The most top-ups that one wallet gets within an hour if funds are real. */
export const TOP_UPS_AN_HOUR = 2

/** Default limits of real money, until the user changes them: in any 24 hours, and for a single order or transfer. */
export const SPEND_PER_DAY_LAMPORTS = 1_000_000_000n
export const SPEND_PER_ORDER_LAMPORTS = 500_000_000n
/** A wallet counts as somebody else's for this long after its key came in or was answered. */
export const SETTLED_AFTER_MS = 86_400_000
