import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { WebhookResponse } from '../db/webhook-reads.ts';
import type { DeliveryRecord, AttemptRecord } from '../db/found-delivery.ts';
import type { Context } from '../context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** ISO 8601 timestamp in UTC with milliseconds, such as 2026-03-14T15:09:26.535Z. */
  DateTime: { input: Date; output: Date; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  _FieldSet: { input: unknown; output: unknown; }
};

/** Who did something; both are null for the service itself. */
export type AuditActor = {
  readonly __typename?: 'AuditActor';
  /** The client that the token was issued to, where it names one. */
  readonly clientId?: Maybe<Scalars['String']['output']>;
  /** The user of the token. */
  readonly userId?: Maybe<Scalars['Int']['output']>;
};

/** Whose records are wanted; at least one of the two. */
export type AuditActorInput = {
  /** The client that the token was issued to. */
  readonly clientId?: InputMaybe<Scalars['String']['input']>;
  /** The user of the token. */
  readonly userId?: InputMaybe<Scalars['Int']['input']>;
};

/** What someone did. Records are never changed; each holds the hash of the one before it. */
export type AuditRecord = {
  readonly __typename?: 'AuditRecord';
  /** Who did it. */
  readonly actor: AuditActor;
  /**
   * What changed: {"field": {"before": …, "after": …}}. Secrets read [hidden], long values are cut. Empty where no
   * field changes, as for an export.
   */
  readonly changes: Scalars['JSON']['output'];
  /** The IP address of the client. */
  readonly clientAddress?: Maybe<Scalars['String']['output']>;
  /** The SHA-256 of this record with the hash of the one before it: see docs/audit.md. */
  readonly hash: Scalars['String']['output'];
  /** UUID. */
  readonly id: Scalars['ID']['output'];
  /** When it was done. */
  readonly occurredAt: Scalars['DateTime']['output'];
  /** The mutation, or the address of an export or a download. Later versions may add words. */
  readonly operation: Scalars['String']['output'];
  /** The hash of the record before it. */
  readonly previousHash: Scalars['String']['output'];
  /** When it was appended to the log. */
  readonly recordedAt: Scalars['DateTime']['output'];
  /** The x-request-id of the request. */
  readonly requestId?: Maybe<Scalars['String']['output']>;
  /** 1 for the first record of the organization, one more for each after it. */
  readonly sequence: Scalars['Int']['output'];
  /** What it was done to. */
  readonly target: AuditTarget;
  /** The traceparent of the request. */
  readonly trace?: Maybe<Scalars['String']['output']>;
};

/** One page of the audit log. */
export type AuditRecordConnection = {
  readonly __typename?: 'AuditRecordConnection';
  /** The records of this page. */
  readonly nodes: ReadonlyArray<AuditRecord>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** What an operation has changed, exported or downloaded. */
export type AuditTarget = {
  readonly __typename?: 'AuditTarget';
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Its kind, such as vendor, webhook, template, file. */
  readonly type: Scalars['String']['output'];
};

/** What was done to which thing. */
export type AuditTargetInput = {
  /** Its id; left out or null: all of the type. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  /**
   * One of brand, export, file, organization, price-book, product, template, vendor and webhook; BAD_USER_INPUT
   * for any other word.
   */
  readonly type: Scalars['String']['input'];
};

/** Ids of other organizations are NOT_FOUND. */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /**
   * Subscribes a url to events. The response comes at once, with the signing secret: it is shown here and at
   * a rotation, never again. At the same time a first message is posted to the url,
   * {"event":"webhook-verification-code","code":"…","webhook_id":…}, signed like every other and repeated
   * until the response is 2xx. Nothing else is sent until webhookVerify was given that code. Send an
   * Idempotency-Key header to make a repetition safe: it returns the same webhook and secret for 24
   * hours. An organization has at most 50 webhooks, and creates at most 200 an hour. Needs the scope webhooks:write.
   */
  readonly webhookCreate: WebhookSecretPayload;
  /** Removes a webhook with its deliveries. Always true. Needs the scope webhooks:write. */
  readonly webhookDelete: Scalars['Boolean']['output'];
  /**
   * Sends a delivery again, at once and with a new series of attempts, under the same webhook-id. A
   * delivery that waits for its next attempt is attempted now; where the webhook is ordered, one that waits
   * behind an earlier event stays there. CONFLICT when its webhook is disabled or not verified, and for a
   * handshake; RATE_LIMITED after 60 a minute for one webhook. Needs the scope webhooks:write.
   */
  readonly webhookDeliveryRetry: WebhookDelivery;
  /**
   * Sends nothing more until webhookEnable. Deliveries that wait become failed, to be replayed. Needs the
   * scope webhooks:write.
   */
  readonly webhookDisable: Webhook;
  /**
   * Sends again, after a webhook was disabled. What occurred meanwhile is not sent; what had failed can be
   * replayed. Lifts a pause, too (pausedUntil), and sends at once, with a new series of attempts, what waits for
   * its next attempt: deliveriesMadeDue has its number. These are the oldest 20,000 at most; the next call sends
   * the oldest 20,000 that wait then. CONFLICT when the webhook is not verified: give webhookVerify the code that
   * was posted, or have a new one posted by webhookVerificationResend. RATE_LIMITED while many thousands of
   * deliveries from before it was disabled are still being ended. Needs the scope webhooks:write.
   */
  readonly webhookEnable: Webhook;
  /**
   * Sends the deliveries of a time again, each with a new series of attempts and under its webhook-id, and
   * returns how many were queued: the failed ones, then those that wait for their next attempt, each oldest
   * first. One whose attempt is under way is not repeated. They are spread so that the receiver is not run over
   * and new events are not held up: 100 a second, or half of the webhook's rateLimit where that is less. One
   * that is due before its turn keeps its time. Where the webhook is ordered, those that wait
   * behind an earlier event follow it and are not counted. At most 10000 at once: while it returns 10000, call it again,
   * with onlyFailed: false from a later time; they are sent after the ones before. CONFLICT when the webhook
   * is disabled or not verified; RATE_LIMITED after 20 an hour. Needs the scope webhooks:write.
   */
  readonly webhookReplay: Scalars['Int']['output'];
  /**
   * Gives the webhook a new signing secret. During the overlap every message carries a signature of the new
   * secret and one of each older secret, so that receivers can change over without losing any. Needs the
   * scope webhooks:write. Send an Idempotency-Key header to make a repetition safe: it returns the same
   * secret for 24 hours.
   */
  readonly webhookSecretRotate: WebhookSecretPayload;
  /**
   * Sends an event, chosen or not, with a realistic payload: that of the newest event of this kind that the
   * organization was sent (of a distribution order the newest submitted one), so that what it tells of can
   * be read, or else a sample. Nothing in the payload marks it as a test, because its fields are fixed; the
   * webhook-id header is the id returned here. CONFLICT when the webhook is disabled or not verified;
   * RATE_LIMITED after 30 a minute. Needs the scope webhooks:write. Send an Idempotency-Key header to make a
   * repetition safe.
   */
  readonly webhookTest: WebhookDelivery;
  /**
   * Changes a webhook. What is left out stays as it is. A new url must be verified again (its code counts
   * among the five an hour of webhookVerificationResend; of a disabled webhook it is posted by that): until then
   * nothing is sent, and deliveries that still waited become failed, to be replayed. Stored headers are sent to the origin of their url only: with a url of
   * another origin BAD_USER_INPUT, unless headers are given. Needs the scope webhooks:write.
   */
  readonly webhookUpdate: Webhook;
  /**
   * Posts a new code to the url; earlier ones are void. Enables a disabled webhook, so that the code is sent.
   * At most five times an hour; CONFLICT when the webhook is verified. Needs the scope webhooks:write.
   */
  readonly webhookVerificationResend: Webhook;
  /**
   * Proves that the url is yours: give the code that was posted to it, within 24 hours. Events that occur
   * from then on are sent. RATE_LIMITED after ten wrong codes within 15 minutes, and while many thousands of
   * deliveries of an earlier url are still being ended. Needs the scope webhooks:write.
   */
  readonly webhookVerify: Webhook;
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookCreateArgs = {
  description?: InputMaybe<Scalars['String']['input']>;
  events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  headers?: InputMaybe<ReadonlyArray<WebhookHeaderInput>>;
  ordered?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  rateLimit?: InputMaybe<Scalars['Int']['input']>;
  url: Scalars['String']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookDeleteArgs = {
  id: Scalars['Int']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookDeliveryRetryArgs = {
  id: Scalars['ID']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookDisableArgs = {
  id: Scalars['Int']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookEnableArgs = {
  id: Scalars['Int']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookReplayArgs = {
  id: Scalars['Int']['input'];
  onlyFailed?: InputMaybe<Scalars['Boolean']['input']>;
  since: Scalars['DateTime']['input'];
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookSecretRotateArgs = {
  id: Scalars['Int']['input'];
  overlapHours?: InputMaybe<Scalars['Int']['input']>;
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookTestArgs = {
  event: Scalars['String']['input'];
  id: Scalars['Int']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookUpdateArgs = {
  description?: InputMaybe<Scalars['String']['input']>;
  events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  headers?: InputMaybe<ReadonlyArray<WebhookHeaderInput>>;
  id: Scalars['Int']['input'];
  ordered?: InputMaybe<Scalars['Boolean']['input']>;
  rateLimit?: InputMaybe<Scalars['Int']['input']>;
  url?: InputMaybe<Scalars['String']['input']>;
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookVerificationResendArgs = {
  id: Scalars['Int']['input'];
};


/** Ids of other organizations are NOT_FOUND. */
export type MutationWebhookVerifyArgs = {
  code: Scalars['String']['input'];
};

/** Where a page ends. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The cursor to give as after for the next page; null when the page is empty. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
};

export type Query = {
  readonly __typename?: 'Query';
  /**
   * Who did what in an organization, newest first: changes of connections, webhooks, brand, prices and
   * templates, exports, and downloads of documents. With several filters all of them hold. Needs the scope
   * audit:read; FORBIDDEN when the organization is not one of the caller's.
   */
  readonly auditLog: AuditRecordConnection;
  /**
   * One webhook. Null when there is none with this id in the caller's organizations. Needs the scope
   * webhooks:read.
   */
  readonly webhook?: Maybe<Webhook>;
  /**
   * What was sent or is to be sent by all webhooks of an organization, newest first. With several filters all of
   * them hold. Needs the scope webhooks:read; FORBIDDEN when the organization is not one of the caller's.
   */
  readonly webhookDeliveries: WebhookDeliveryConnection;
  /**
   * One delivery. Null when there is none with this id in the caller's organizations. Needs the scope
   * webhooks:read.
   */
  readonly webhookDelivery?: Maybe<WebhookDelivery>;
  /**
   * The events there are: what webhookCreate takes as events, with the JSON Schema of each payload. Needs
   * the scope webhooks:read.
   */
  readonly webhookEvents: ReadonlyArray<WebhookEventType>;
  /**
   * The webhooks of an organization in the order of their creation. Needs the scope webhooks:read;
   * FORBIDDEN when the organization is not one of the caller's.
   */
  readonly webhooks: WebhookConnection;
};


export type QueryAuditLogArgs = {
  actor?: InputMaybe<AuditActorInput>;
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
  target?: InputMaybe<AuditTargetInput>;
};


export type QueryWebhookArgs = {
  id: Scalars['Int']['input'];
};


export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  needsAttention?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  resourceId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
};

/** A subscription: where an organization wants which events. */
export type Webhook = {
  readonly __typename?: 'Webhook';
  /** When the webhook was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /**
   * What was sent or is to be sent, newest first. With several filters all of them hold. One request reads at
   * most 5000, over all of its webhooks.
   */
  readonly deliveries: WebhookDeliveryConnection;
  /** How many deliveries webhookEnable has made due that waited for their next attempt; null in every other response. */
  readonly deliveriesMadeDue?: Maybe<Scalars['Int']['output']>;
  /** A note for people. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /** When the webhook was disabled: by webhookDisable, by a response with 410, or after five days of failures. Null while it is enabled. */
  readonly disabledAt?: Maybe<Scalars['DateTime']['output']>;
  /** The chosen event values; null means all. */
  readonly events?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  /** The names of the headers of your own; their values are never returned. */
  readonly headerNames: ReadonlyArray<Scalars['String']['output']>;
  /** The webhook_id of every payload. */
  readonly id: Scalars['Int']['output'];
  /** Why the latest attempts failed, or why the webhook was disabled; null when all is well. */
  readonly lastError?: Maybe<Scalars['String']['output']>;
  /** Whether events of one list, order, order document or distribution order are sent one after the other. */
  readonly ordered: Scalars['Boolean']['output'];
  /** The organization whose events are sent. */
  readonly orgId: Scalars['Int']['output'];
  /** Until when nothing is sent because the receiver responded with 429, or 503 with Retry-After; null when it is not paused. */
  readonly pausedUntil?: Maybe<Scalars['DateTime']['output']>;
  /** The most messages a second; null means no limit. */
  readonly rateLimit?: Maybe<Scalars['Int']['output']>;
  /** When the settings, the secret or the state were last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Where they are posted to. */
  readonly url: Scalars['String']['output'];
  /** When the url was verified; null while it is not, and then nothing but the handshake is sent. */
  readonly verifiedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** A subscription: where an organization wants which events. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  resourceId?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** One POST and what came of it. */
export type WebhookAttempt = {
  readonly __typename?: 'WebhookAttempt';
  /** When it began. */
  readonly at: Scalars['DateTime']['output'];
  /** Milliseconds from its begin to the end of the response. */
  readonly durationMs: Scalars['Int']['output'];
  /** Why it failed, such as: answered 500, connection refused, no response in time, address not allowed. Null after a success. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** The beginning of the response, at most 2000 characters, with credentials removed; null when it was empty, and of all but the newest 10 attempts. */
  readonly responseBody?: Maybe<Scalars['String']['output']>;
  /** The status of the response; null when there was none. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
};

/** One page of webhooks. */
export type WebhookConnection = {
  readonly __typename?: 'WebhookConnection';
  /** The webhooks of this page. */
  readonly nodes: ReadonlyArray<Webhook>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** One event on its way to one webhook. */
export type WebhookDelivery = {
  readonly __typename?: 'WebhookDelivery';
  /** What was tried, oldest first, those of earlier series included; the newest 100, of which the newest 10 have a responseBody. */
  readonly attempts: ReadonlyArray<WebhookAttempt>;
  /** When the event was queued for this webhook. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** The event value of the payload. */
  readonly event: Scalars['String']['output'];
  /** When it was delivered, failed or cancelled; null while it is pending. */
  readonly finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** UUID; the webhook-id header of every attempt, by which a receiver knows a repetition. */
  readonly id: Scalars['ID']['output'];
  /** The newest attempt; null before the first. */
  readonly lastAttempt?: Maybe<WebhookAttempt>;
  /**
   * When the next attempt is due; null while one is under way, when there is none to come, and while an ordered
   * webhook holds it back behind an earlier event.
   */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** The JSON body. The code of a handshake is not shown: it is known only at the url. */
  readonly payload: Scalars['JSON']['output'];
  /**
   * pending: an attempt is due, under way or waits for its time. delivered: the response was 2xx. failed: every
   * attempt was used, or the webhook was disabled or got a new url; it can be sent again. cancelled: a
   * handshake that is not needed any more. Later versions may add words.
   */
  readonly state: Scalars['String']['output'];
  /** The webhook that sends it. */
  readonly webhookId: Scalars['Int']['output'];
};

/** One page of deliveries. */
export type WebhookDeliveryConnection = {
  readonly __typename?: 'WebhookDeliveryConnection';
  /** The deliveries of this page. */
  readonly nodes: ReadonlyArray<WebhookDelivery>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** An event that can be chosen. */
export type WebhookEventType = {
  readonly __typename?: 'WebhookEventType';
  /** When it is sent. */
  readonly description: Scalars['String']['output'];
  /** A payload. */
  readonly example: Scalars['JSON']['output'];
  /** The event value of the payload, as webhookCreate takes it. */
  readonly name: Scalars['String']['output'];
  /** The JSON Schema (draft 2020-12) of the payload. Later versions may add keys. */
  readonly schema: Scalars['JSON']['output'];
};

/** A header that is added to every message of a webhook. */
export type WebhookHeaderInput = {
  /** Such as x-api-key; capital and small letters are the same. */
  readonly name: Scalars['String']['input'];
  /** The value of the header. */
  readonly value: Scalars['String']['input'];
};

/** A webhook and its signing secret. */
export type WebhookSecretPayload = {
  readonly __typename?: 'WebhookSecretPayload';
  /** The newest signing secret: whsec_ and base64, as Standard Webhooks libraries take it. Shown only here. */
  readonly secret: Scalars['String']['output'];
  /** The webhook. */
  readonly webhook: Webhook;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Webhook: Webhook;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Webhook:
    ( { __typename: 'Webhook' }
    & GraphQLRecursivePick<FederationTypes['Webhook'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AuditActor: ResolverTypeWrapper<AuditActor>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AuditActorInput: AuditActorInput;
  AuditRecord: ResolverTypeWrapper<AuditRecord>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  AuditRecordConnection: ResolverTypeWrapper<AuditRecordConnection>;
  AuditTarget: ResolverTypeWrapper<AuditTarget>;
  AuditTargetInput: AuditTargetInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Webhook: ResolverTypeWrapper<WebhookResponse>;
  WebhookAttempt: ResolverTypeWrapper<AttemptRecord>;
  WebhookConnection: ResolverTypeWrapper<Omit<WebhookConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Webhook']> }>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRecord>;
  WebhookDeliveryConnection: ResolverTypeWrapper<Omit<WebhookDeliveryConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['WebhookDelivery']> }>;
  WebhookEventType: ResolverTypeWrapper<WebhookEventType>;
  WebhookHeaderInput: WebhookHeaderInput;
  WebhookSecretPayload: ResolverTypeWrapper<Omit<WebhookSecretPayload, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AuditActor: AuditActor;
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  AuditActorInput: AuditActorInput;
  AuditRecord: AuditRecord;
  ID: Scalars['ID']['output'];
  AuditRecordConnection: AuditRecordConnection;
  AuditTarget: AuditTarget;
  AuditTargetInput: AuditTargetInput;
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  PageInfo: PageInfo;
  Query: Record<PropertyKey, never>;
  Webhook: WebhookResponse;
  WebhookAttempt: AttemptRecord;
  WebhookConnection: Omit<WebhookConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Webhook']> };
  WebhookDelivery: DeliveryRecord;
  WebhookDeliveryConnection: Omit<WebhookDeliveryConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['WebhookDelivery']> };
  WebhookEventType: WebhookEventType;
  WebhookHeaderInput: WebhookHeaderInput;
  WebhookSecretPayload: Omit<WebhookSecretPayload, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
};

export type AuditActorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditActor'] = ResolversParentTypes['AuditActor']> = {
  clientId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type AuditRecordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditRecord'] = ResolversParentTypes['AuditRecord']> = {
  actor?: Resolver<ResolversTypes['AuditActor'], ParentType, ContextType>;
  changes?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  clientAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  occurredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  operation?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  previousHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recordedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  requestId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sequence?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  target?: Resolver<ResolversTypes['AuditTarget'], ParentType, ContextType>;
  trace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditRecordConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditRecordConnection'] = ResolversParentTypes['AuditRecordConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['AuditRecord']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditTargetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AuditTarget'] = ResolversParentTypes['AuditTarget']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  webhookCreate?: Resolver<ResolversTypes['WebhookSecretPayload'], ParentType, ContextType, RequireFields<MutationWebhookCreateArgs, 'ordered' | 'orgId' | 'url'>>;
  webhookDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationWebhookDeleteArgs, 'id'>>;
  webhookDeliveryRetry?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType, RequireFields<MutationWebhookDeliveryRetryArgs, 'id'>>;
  webhookDisable?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationWebhookDisableArgs, 'id'>>;
  webhookEnable?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationWebhookEnableArgs, 'id'>>;
  webhookReplay?: Resolver<ResolversTypes['Int'], ParentType, ContextType, RequireFields<MutationWebhookReplayArgs, 'id' | 'onlyFailed' | 'since'>>;
  webhookSecretRotate?: Resolver<ResolversTypes['WebhookSecretPayload'], ParentType, ContextType, RequireFields<MutationWebhookSecretRotateArgs, 'id' | 'overlapHours'>>;
  webhookTest?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType, RequireFields<MutationWebhookTestArgs, 'event' | 'id'>>;
  webhookUpdate?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationWebhookUpdateArgs, 'id'>>;
  webhookVerificationResend?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationWebhookVerificationResendArgs, 'id'>>;
  webhookVerify?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationWebhookVerifyArgs, 'code'>>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  auditLog?: Resolver<ResolversTypes['AuditRecordConnection'], ParentType, ContextType, RequireFields<QueryAuditLogArgs, 'first' | 'orgId'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhookDeliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, RequireFields<QueryWebhookDeliveriesArgs, 'first' | 'orgId'>>;
  webhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<QueryWebhookDeliveryArgs, 'id'>>;
  webhookEvents?: Resolver<ReadonlyArray<ResolversTypes['WebhookEventType']>, ParentType, ContextType>;
  webhooks?: Resolver<ResolversTypes['WebhookConnection'], ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'first' | 'orgId'>>;
};

export type WebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook'], FederationReferenceType extends FederationReferenceTypes['Webhook'] = FederationReferenceTypes['Webhook']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Webhook']> | FederationReferenceType, FederationReferenceType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, RequireFields<WebhookDeliveriesArgs, 'first'>>;
  deliveriesMadeDue?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  disabledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  events?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
  headerNames?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  ordered?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pausedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  rateLimit?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  verifiedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WebhookAttemptResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookAttempt'] = ResolversParentTypes['WebhookAttempt']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  responseBody?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attempts?: Resolver<ReadonlyArray<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastAttempt?: Resolver<Maybe<ResolversTypes['WebhookAttempt']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookEventTypeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookEventType'] = ResolversParentTypes['WebhookEventType']> = {
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  example?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  schema?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
};

export type WebhookSecretPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookSecretPayload'] = ResolversParentTypes['WebhookSecretPayload']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  AuditActor?: AuditActorResolvers<ContextType>;
  AuditRecord?: AuditRecordResolvers<ContextType>;
  AuditRecordConnection?: AuditRecordConnectionResolvers<ContextType>;
  AuditTarget?: AuditTargetResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookAttempt?: WebhookAttemptResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookEventType?: WebhookEventTypeResolvers<ContextType>;
  WebhookSecretPayload?: WebhookSecretPayloadResolvers<ContextType>;
};

