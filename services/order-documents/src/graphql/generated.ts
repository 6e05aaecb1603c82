import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { OrderDocumentRecord, FileRecord } from '../db/documents/order-document-reads.ts';
import type { OrderRecord } from '../db/orders/order-reads.ts';
import type { OrderListItemRecord } from '../db/orders/order-list-item-reads.ts';
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts';
import type { ItemCoverage } from '../domain/orders/order-coverage.ts';
import type { ListReference, ListItemReference } from '../orders/read-order-coverage.ts';
import type { JobReference } from '../orders/read-job-state.ts';
import type { VendorRecord, VendorConnectionRecord } from '../db/vendors/vendor-reads.ts';
import type { BrandRecord } from '../db/brand/brand-reads.ts';
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
  _FieldSet: { input: unknown; output: unknown; }
};

/** An order that goes into the order system of a supplier, and what is known of it there. */
export type DistributionOrder = {
  readonly __typename?: 'DistributionOrder';
  /** When its cancellation was asked for; null when it was not, or when the supplier has refused. */
  readonly cancelRequestedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The supplier's number of the order; null until it has it. */
  readonly confirmationNumber?: Maybe<Scalars['String']['output']>;
  /** When it was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /**
   * Why it failed, or was cancelled by the supplier. Before that: what last went wrong, such as why it could
   * not be sent yet or why the supplier did not cancel it.
   */
  readonly failure?: Maybe<Scalars['String']['output']>;
  /** UUID; also the id under which the supplier gets it. */
  readonly id: Scalars['ID']['output'];
  /** The job that the order is for. */
  readonly jobId: Scalars['Int']['output'];
  /** The order with its lines. */
  readonly order: Order;
  /** The organization that orders. */
  readonly orgId: Scalars['Int']['output'];
  /** The production list that was ordered from. */
  readonly productionListId: Scalars['Int']['output'];
  /** The supplier's own word for how far it is, as last heard. */
  readonly rawStatus?: Maybe<Scalars['String']['output']>;
  /** The lines that the supplier will not deliver, each with its rejectedReason. */
  readonly rejectedLines: ReadonlyArray<OrderListItem>;
  /**
   * Known values: draft (not known to be with the supplier), submitted (the supplier has it), acknowledged (it is
   * being worked on), delivered, failed, cancelled. Failed and cancelled free the items to be ordered again.
   */
  readonly state: Scalars['String']['output'];
  /**
   * What rawStatus means. Known values: received, in_progress, needs_review, ready, partial, delivered, invoiced,
   * cancelled. Null before there is a status, and for a word that is not known.
   */
  readonly status?: Maybe<Scalars['String']['output']>;
  /** When it was known to be with the supplier; null before that. */
  readonly submittedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When something new was last known of it. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /**
   * The vendor who is to deliver, with its contact and account number, which the documents of the order print, too: the scope
   * orders:read is enough for them. Its connection needs connections:read.
   */
  readonly vendor: Vendor;
};

/** A page of distribution orders. */
export type DistributionOrderConnection = {
  readonly __typename?: 'DistributionOrderConnection';
  /** The distribution orders of this page. */
  readonly nodes: ReadonlyArray<DistributionOrder>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/** The response to a mutation of a distribution order. */
export type DistributionOrderPayload = {
  readonly __typename?: 'DistributionOrderPayload';
  /** The distribution order as it is now, or that of the first call when the Idempotency-Key was used before. */
  readonly distributionOrder?: Maybe<DistributionOrder>;
};

/** A stored file. */
export type File = {
  readonly __typename?: 'File';
  /** Number of bytes. */
  readonly byteSize: Scalars['Int']['output'];
  /** Base64 of the MD5 of the bytes. */
  readonly checksum: Scalars['String']['output'];
  /** Media type of the bytes. */
  readonly contentType: Scalars['String']['output'];
  /** Name under which the file is saved: job, list, vendor, purchase order number, and what copy it is. */
  readonly filename: Scalars['String']['output'];
  /** Stable address that never expires. Fetching it needs the bearer token or a signed-in browser session. */
  readonly redirectUrl: Scalars['String']['output'];
  /** Address that works without a token for 15 minutes. */
  readonly url: Scalars['String']['output'];
};

/** A measured property on which work is to be done. */
export type Job = {
  readonly __typename?: 'Job';
  /** Job id. */
  readonly id: Scalars['Int']['output'];
  /** The newest version of its measurements; null when it was never measured. */
  readonly measurementVersion?: Maybe<Scalars['Int']['output']>;
  /** The orders for the job, oldest first. Needs the scope orders:read. */
  readonly orders?: Maybe<ReadonlyArray<Order>>;
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
  /** How many production lists it has. */
  readonly productionListCount: Scalars['Int']['output'];
  /**
   * How far the job is. Known values: new, measured, listed (it has a production list), ordered (an order is placed),
   * delivered (an order through a supplier's system was delivered, and none of them is on its way); others may
   * follow. Cancelled and replaced orders do not count, and orders that went out as documents only are not followed
   * beyond ordered. Needs the scopes orders:read and lists:read.
   */
  readonly state?: Maybe<Scalars['String']['output']>;
};

/** An item of a production list: a material to order, labor to do, or another cost. */
export type ListItem = {
  readonly __typename?: 'ListItem';
  /** List item id. */
  readonly id: Scalars['Int']['output'];
  /** Quantity to order. */
  readonly quantity: Scalars['Float']['output'];
  /**
   * Unit of the quantity. Known values: BOXES, EACH, TUBES, BUNDLES, PIECES, SQUARES, LINEAR_FEET, ROLLS;
   * others may follow.
   */
  readonly quantityUnits: Scalars['String']['output'];
  /** Known values: MATERIAL, LABOR, OTHER. */
  readonly type: Scalars['String']['output'];
};

export type Mutation = {
  readonly __typename?: 'Mutation';
  /**
   * Changes what an organization's documents look like from now on; those that were rendered stay as they
   * are. What is left out stays as it is; null takes it away. BAD_USER_INPUT names the first fault, and
   * extensions.faults all of them. Needs the scope brand:write.
   */
  readonly organizationBrandUpdate?: Maybe<OrganizationBrandPayload>;
  /**
   * Cancels a distribution order. One that was never sent is cancelled at once. For one that the supplier
   * has, or may have, a request is sent to the supplier (cancelRequestedAt has its time): the order becomes
   * cancelled, or keeps its state with the reason in failure. A second request, meanwhile or when the order is
   * cancelled, changes nothing. CONFLICT when the order was delivered or has failed, or when the provider
   * accepts no cancellations of submitted orders.
   * Needs the scope orders:submit.
   */
  readonly projectManagementDistributionOrderCancel?: Maybe<DistributionOrderPayload>;
  /**
   * Orders items of a production list from a vendor through its order system. Returns a draft,
   * which is then sent to the supplier: it becomes submitted, or failed with a reason, and each change of
   * state has an event distribution-order-state-changed. An order is never placed twice: when a response of
   * the supplier is lost, the order is looked up there before it is sent again. Refused before anything is written: with
   * PROVIDER_NOT_CONNECTED when the vendor is not connected to a provider, with PROVIDER_LIMIT_EXCEEDED
   * when the provider would refuse or cut something (extensions.limits names each argument), and with
   * BAD_USER_INPUT for LABOR and for items without a SKU. Items ordered beyond what the list needs, and
   * items whose quantity is 0, which are left out, add a warning to extensions.warnings. Needs the scopes
   * orders:submit, lists:read and prices:read. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementDistributionOrderCreate?: Maybe<DistributionOrderPayload>;
  /**
   * Cancels an order and its change orders, so that what they ordered is free to be ordered again. CONFLICT when
   * it is cancelled or replaced already, when it is in its vendor's system (cancel its distribution order
   * instead), or when it is a change order of which a later one takes something back. Its documents stay.
   * Needs the scope orders:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderCancel?: Maybe<OrderPayload>;
  /**
   * Changes a placed order by an order of its own, with a document of its own: additions at the list's
   * figures, and credits at the figures of the lines that they take back. Give additions, credits, or both;
   * at most 1000 together. Items ordered beyond what the list needs add a warning to extensions.warnings.
   * CONFLICT when the order is not placed or is in its vendor's system. Needs the scopes orders:write,
   * lists:read and prices:read. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderChange?: Maybe<OrderDocumentCreatePayload>;
  /**
   * Orders items of a production list from one vendor and renders the order as PDF and CSV. The response
   * comes when both files are ready; where they cannot be made at once, the document is pending and a
   * warning says so. Items ordered beyond what the list needs add a warning, too. RENDERING_QUEUE_FULL, and
   * nothing is ordered, while too many documents wait to be rendered. Needs the scopes orders:write,
   * lists:read and prices:read. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderDocumentCreate?: Maybe<OrderDocumentCreatePayload>;
  /**
   * Renders another document of an order that exists: for another reader, in another language, or because
   * the first one failed. Nothing is ordered by it. RENDERING_QUEUE_FULL while too many documents wait to be
   * rendered. Needs the scope orders:write. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderDocumentRender?: Maybe<OrderDocumentCreatePayload>;
  /**
   * Orders a production list from all of its vendors at once: one order for each vendor and kind (MATERIAL,
   * LABOR), at most 50, all of them or none. Without listItemIds it orders what is left of every MATERIAL
   * item, and refuses with NOTHING_TO_ORDER when nothing is; named items are ordered in full. Items ordered
   * beyond what the list needs add a warning to extensions.warnings. RENDERING_QUEUE_FULL, and nothing is
   * ordered, while too many documents wait to be rendered. Needs the scopes orders:write, lists:read and
   * prices:read. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderDocumentsCreateByVendor?: Maybe<OrderDocumentsPayload>;
  /**
   * Orders again what a placed or cancelled order came to with its change orders: the same lines at the
   * same prices, less what was taken back. The new order takes the place of the old one, which becomes
   * replaced. CONFLICT when that one was replaced already or is in its vendor's system. Needs the scopes
   * orders:write, lists:read and prices:read. Send an Idempotency-Key header to make a repetition safe.
   */
  readonly projectManagementOrderReorder?: Maybe<OrderDocumentCreatePayload>;
  /**
   * Archives a vendor: it takes no new orders, cannot be tied to list items any more and is left out of
   * vendors, but stays readable, and its orders stay as they are. Archiving it again changes nothing. Needs
   * the scope vendors:write.
   */
  readonly vendorArchive?: Maybe<VendorPayload>;
  /**
   * Connects a vendor with the organization's account at a provider, so that orders can be sent to its
   * order system; a connection that is there is replaced. The access token is kept encrypted and never
   * returned. BAD_USER_INPUT names the first fault, and extensions.faults all of them. Needs the scopes
   * connections:write and vendors:read.
   */
  readonly vendorConnect?: Maybe<VendorPayload>;
  /**
   * Creates a vendor. Every field is checked: BAD_USER_INPUT names the first fault, and extensions.faults
   * all of them. A name that another vendor of the organization has, in any spelling, is taken with a
   * warning in extensions.warnings. Needs the scope vendors:write. Send an Idempotency-Key header to make a
   * repetition safe.
   */
  readonly vendorCreate?: Maybe<VendorPayload>;
  /**
   * Takes a vendor's connection away, and its access token with it. Orders that the provider has stay with
   * it; those that still wait to be sent fail. Disconnecting again changes nothing. Needs the scopes
   * connections:write and vendors:read.
   */
  readonly vendorDisconnect?: Maybe<VendorPayload>;
  /** Takes a vendor out of the archive. Needs the scope vendors:write. */
  readonly vendorRestore?: Maybe<VendorPayload>;
  /**
   * Changes a vendor, checked like a new one. What is left out stays as it is; null takes it away.
   * Documents that were rendered stay as they are. Needs the scope vendors:write.
   */
  readonly vendorUpdate?: Maybe<VendorPayload>;
};


export type MutationOrganizationBrandUpdateArgs = {
  brand: OrganizationBrandInput;
  orgId: Scalars['Int']['input'];
};


export type MutationProjectManagementDistributionOrderCancelArgs = {
  id: Scalars['ID']['input'];
};


export type MutationProjectManagementDistributionOrderCreateArgs = {
  delivery?: InputMaybe<OrderDeliveryInput>;
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  jobName?: InputMaybe<Scalars['String']['input']>;
  listItemIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  productionListId: Scalars['ID']['input'];
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  vendorId: Scalars['Int']['input'];
};


export type MutationProjectManagementOrderCancelArgs = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};


export type MutationProjectManagementOrderChangeArgs = {
  additions?: InputMaybe<ReadonlyArray<OrderAddition>>;
  credits?: InputMaybe<ReadonlyArray<OrderCredit>>;
  delivery?: InputMaybe<OrderDeliveryInput>;
  document?: InputMaybe<OrderDocumentOptions>;
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
};


export type MutationProjectManagementOrderDocumentCreateArgs = {
  delivery?: InputMaybe<OrderDeliveryInput>;
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  listItemIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  orderDocumentAttributes: OrderDocumentCreate;
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
};


export type MutationProjectManagementOrderDocumentRenderArgs = {
  document?: InputMaybe<OrderDocumentOptions>;
  orderId: Scalars['ID']['input'];
};


export type MutationProjectManagementOrderDocumentsCreateByVendorArgs = {
  delivery?: InputMaybe<OrderDeliveryInput>;
  document?: InputMaybe<OrderDocumentOptions>;
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  listItemIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  productionListId: Scalars['ID']['input'];
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  vendorId?: InputMaybe<Scalars['Int']['input']>;
};


export type MutationProjectManagementOrderReorderArgs = {
  delivery?: InputMaybe<OrderDeliveryInput>;
  document?: InputMaybe<OrderDocumentOptions>;
  externalIdentifier?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
};


export type MutationVendorArchiveArgs = {
  id: Scalars['Int']['input'];
};


export type MutationVendorConnectArgs = {
  connection: ProviderConnectionInput;
  id: Scalars['Int']['input'];
};


export type MutationVendorCreateArgs = {
  orgId: Scalars['Int']['input'];
  vendor: VendorInput;
};


export type MutationVendorDisconnectArgs = {
  id: Scalars['Int']['input'];
};


export type MutationVendorRestoreArgs = {
  id: Scalars['Int']['input'];
};


export type MutationVendorUpdateArgs = {
  id: Scalars['Int']['input'];
  vendor: VendorUpdate;
};

/**
 * Items ordered from one vendor. Its lines never change: what is added to it or taken back is a change order,
 * an order of its own that names this one.
 */
export type Order = {
  readonly __typename?: 'Order';
  /** Why it was cancelled: as the caller said, or why its distribution order ended; null when nothing was said. */
  readonly cancelReason?: Maybe<Scalars['String']['output']>;
  /** When it was cancelled, also when it was reordered later; null when it was not. */
  readonly cancelledAt?: Maybe<Scalars['DateTime']['output']>;
  /** The user who cancelled it, or its distribution order while no attempt to send that was under way; null when it ended otherwise. */
  readonly cancelledBy?: Maybe<Scalars['Int']['output']>;
  /** Additions to the order and credits against it, each an order of its own, oldest first. */
  readonly changeOrders: ReadonlyArray<Order>;
  /** The order that it changes, when it is a change order; null when it is none. */
  readonly changes?: Maybe<Order>;
  /** When the order was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /** How, when and where it is to be delivered; null when nothing was said. */
  readonly delivery?: Maybe<OrderDelivery>;
  /** How it went through the supplier's order system; null when it did not go that way. */
  readonly distributionOrder?: Maybe<DistributionOrder>;
  /** The caller's own identifier of the order. */
  readonly externalIdentifier?: Maybe<Scalars['String']['output']>;
  /** UUID. */
  readonly id: Scalars['ID']['output'];
  /** The job that the order is for. */
  readonly jobId: Scalars['Int']['output'];
  /** Known values: MATERIAL, LABOR; the type of every ordered item. */
  readonly kind: Scalars['String']['output'];
  /** The documents of the order, oldest first. */
  readonly orderDocuments: ReadonlyArray<OrderDocument>;
  /**
   * The ordered items, in the order of the list. Of a change order: its additions, then its credits, whose
   * quantities and costs are negative.
   */
  readonly orderListItems: ReadonlyArray<OrderListItem>;
  /** The organization that orders. */
  readonly orgId: Scalars['Int']['output'];
  /** The production list that was ordered from, as it stands now. Needs the scope lists:read. */
  readonly productionList?: Maybe<ProductionList>;
  /** The production list that was ordered from. */
  readonly productionListId: Scalars['Int']['output'];
  /** The caller's purchase order number. */
  readonly purchaseOrderNumber?: Maybe<Scalars['String']['output']>;
  /** The order that took its place; null while there is none. */
  readonly replacedBy?: Maybe<Order>;
  /** The earlier order whose place it takes; null when it takes none. */
  readonly replaces?: Maybe<Order>;
  /** Known values: placed, cancelled, replaced (by another order). Only what is placed counts as ordered. */
  readonly state: Scalars['String']['output'];
  /**
   * When the order last changed: its state, its lines as far as the vendor takes them, the orders that change or
   * replace it, its distribution order or its documents. Its vendor and its production list have times of their own.
   */
  readonly updatedAt: Scalars['DateTime']['output'];
  /**
   * The vendor who is to deliver, with its contact and account number, which the documents of the order print, too: the scope
   * orders:read is enough for them. Its connection needs connections:read.
   */
  readonly vendor: Vendor;
};

/** An item that is ordered in addition. */
export type OrderAddition = {
  /** An item of the order's list, of the order's kind; each once. */
  readonly listItemId: Scalars['ID']['input'];
  /** How much, in the item's unit: more than 0, at most 1000000, with at most 5 decimals. */
  readonly quantity: Scalars['Float']['input'];
};

/** A page of orders. */
export type OrderConnection = {
  readonly __typename?: 'OrderConnection';
  /** The orders of this page. */
  readonly nodes: ReadonlyArray<Order>;
  /** Where the page ends. */
  readonly pageInfo: PageInfo;
};

/**
 * How far an item of a list is ordered: quantity + overOrdered = ordered + left, all in one unit. An item that the list
 * has no more is there once for each unit in which it is ordered.
 */
export type OrderCoverage = {
  readonly __typename?: 'OrderCoverage';
  /** What is still to be ordered. */
  readonly left: Scalars['Float']['output'];
  /** The live item; null when the list has it no more. Needs the scope lists:read for more than its id. */
  readonly listItem?: Maybe<ListItem>;
  /** The id of the list item. */
  readonly listItemId: Scalars['Int']['output'];
  /** What is ordered in this unit; quantities in different units are never added up. */
  readonly ordered: Scalars['Float']['output'];
  /** What is ordered beyond the need. */
  readonly overOrdered: Scalars['Float']['output'];
  /** What the list needs; 0 of an item that it has no more. */
  readonly quantity: Scalars['Float']['output'];
  /** The unit of the quantities: that of the item now, or that of the orders of an item that the list has no more. */
  readonly quantityUnits?: Maybe<Scalars['String']['output']>;
};

/** A line that is taken back. */
export type OrderCredit = {
  /** A line of the order or of one of its change orders; each once. */
  readonly orderListItemId: Scalars['ID']['input'];
  /** How much: more than 0, at most what is still ordered of the line, with at most 5 decimals. */
  readonly quantity: Scalars['Float']['input'];
};

/** How, when and where an order is to be delivered. What was not given is null. */
export type OrderDelivery = {
  readonly __typename?: 'OrderDelivery';
  /** How to get in: gates, dogs, codes. */
  readonly accessNotes?: Maybe<Scalars['String']['output']>;
  /** Whom to ask on the site. */
  readonly contact?: Maybe<OrderDeliveryContact>;
  /** The day, as 2026-03-14. */
  readonly date?: Maybe<Scalars['String']['output']>;
  /** Known values: GROUND, ROOF_TOP, PICKUP. */
  readonly method?: Maybe<Scalars['String']['output']>;
  /** Where on the site the material goes. */
  readonly placementNotes?: Maybe<Scalars['String']['output']>;
  /** The address to deliver to; null when none was given. */
  readonly shipTo?: Maybe<OrderShipTo>;
  /** The time of day. Known values: ANY, AM, PM, FIRST_STOP; or two times as 08:00-10:00. */
  readonly window?: Maybe<Scalars['String']['output']>;
};

/** Who is asked about a delivery. */
export type OrderDeliveryContact = {
  readonly __typename?: 'OrderDeliveryContact';
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Telephone number. */
  readonly phone?: Maybe<Scalars['String']['output']>;
};

/** A person on the site; every text has at most 100 characters. */
export type OrderDeliveryContactInput = {
  /** E-mail address. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Name of the person. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Telephone number. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
};

/** How, when and where an order is to be delivered. Blank text is as good as none. */
export type OrderDeliveryInput = {
  /** How to get in, such as gates, dogs and codes; at most 1000 characters. */
  readonly accessNotes?: InputMaybe<Scalars['String']['input']>;
  /** Whom to call on the site. */
  readonly contact?: InputMaybe<OrderDeliveryContactInput>;
  /** Day, as 2026-03-14. */
  readonly date?: InputMaybe<Scalars['String']['input']>;
  /** GROUND, ROOF_TOP or PICKUP. */
  readonly method?: InputMaybe<Scalars['String']['input']>;
  /** Where on the site the material goes; at most 1000 characters. */
  readonly placementNotes?: InputMaybe<Scalars['String']['input']>;
  /** Where to deliver to. */
  readonly shipTo?: InputMaybe<OrderShipToInput>;
  /** Time of day: ANY, AM, PM, FIRST_STOP, or two times as 08:00-10:00. */
  readonly window?: InputMaybe<Scalars['String']['input']>;
};

/** The rendered form of an order: one PDF and one CSV. */
export type OrderDocument = {
  readonly __typename?: 'OrderDocument';
  /** When the document was created. */
  readonly createdAt: Scalars['DateTime']['output'];
  /**
   * The ordered lines as CSV (RFC 4180, UTF-8); starts a download. Null until the document is complete.
   * Null of an office document without the scope prices:read.
   */
  readonly csv?: Maybe<File>;
  /** Columns of the CSV. Known values: default, accounting, abc-supply, srs, qxo. */
  readonly csvPreset: Scalars['String']['output'];
  /** Why the files could not be made; null unless the state is failed. */
  readonly failure?: Maybe<Scalars['String']['output']>;
  /** UUID. */
  readonly id: Scalars['ID']['output'];
  /** Language of its words. Known values: en, es. */
  readonly language: Scalars['String']['output'];
  /** How it is rendered. Known values: supplier (no prices), office (with prices), crew (labor wording, no prices). */
  readonly mode: Scalars['String']['output'];
  /** The order that the document shows. */
  readonly order?: Maybe<Order>;
  /** The organization that orders. */
  readonly orgId: Scalars['Int']['output'];
  /** Paper size of the PDF. Known values: letter, a4. */
  readonly paper: Scalars['String']['output'];
  /**
   * The order to print or send; opens in the browser. Null until the document is complete. Null of an
   * office document without the scope prices:read.
   */
  readonly pdf?: Maybe<File>;
  /** The production list that was ordered from. */
  readonly productionListId: Scalars['Int']['output'];
  /** Known values: pending, complete, failed. */
  readonly state: Scalars['String']['output'];
  /**
   * The same as state.
   * @deprecated Use state. Deprecated on 2026-11-25; removed on 2027-11-25 at the earliest.
   */
  readonly stateDeprecated?: Maybe<Scalars['String']['output']>;
  /** When the document last changed. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** The user who created the document. */
  readonly userId: Scalars['Int']['output'];
};

/** What an order document is made from. */
export type OrderDocumentCreate = {
  /** Columns of the CSV: default, accounting (has prices: for inputHtml office only, else BAD_USER_INPUT), abc-supply, srs or qxo. Left out: as the organization's brand says, else default. */
  readonly csvPreset?: InputMaybe<Scalars['String']['input']>;
  /** Rendering mode: supplier (the default; no prices), office (with prices) or crew (labor wording, no prices). Any other word renders the default and adds a warning to extensions.warnings. */
  readonly inputHtml?: InputMaybe<Scalars['String']['input']>;
  /** Language of the document: en or es. Left out: as the organization's brand says, else en. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** Paper of the document: letter or a4. Left out: as the organization's brand says, else letter. */
  readonly paper?: InputMaybe<Scalars['String']['input']>;
  /** The production list that is ordered from. */
  readonly productionListId: Scalars['ID']['input'];
  /** The vendor to order from. Left out: the one vendor of the ordered items. */
  readonly vendorId?: InputMaybe<Scalars['Int']['input']>;
};

/** The response to projectManagementOrderDocumentCreate. */
export type OrderDocumentCreatePayload = {
  readonly __typename?: 'OrderDocumentCreatePayload';
  /** The new document, or the first one when the Idempotency-Key was used before. */
  readonly orderDocument?: Maybe<OrderDocument>;
};

/** How a document is rendered; what is left out is as the organization's brand says. */
export type OrderDocumentOptions = {
  /** Columns of the CSV: default, accounting (has prices: for inputHtml office only, else BAD_USER_INPUT), abc-supply, srs or qxo. */
  readonly csvPreset?: InputMaybe<Scalars['String']['input']>;
  /** Rendering mode: supplier (the default; no prices), office (with prices) or crew (labor wording, no prices). Any other word renders the default and adds a warning to extensions.warnings. */
  readonly inputHtml?: InputMaybe<Scalars['String']['input']>;
  /** Language: en or es. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /** Paper: letter or a4. */
  readonly paper?: InputMaybe<Scalars['String']['input']>;
};

/** The response to projectManagementOrderDocumentsCreateByVendor. */
export type OrderDocumentsPayload = {
  readonly __typename?: 'OrderDocumentsPayload';
  /** One document for each order, or the first ones when the Idempotency-Key was used before. */
  readonly orderDocuments: ReadonlyArray<OrderDocument>;
};

/** A list item as it stood when it was ordered. */
export type OrderListItem = {
  readonly __typename?: 'OrderListItem';
  /** Color at the time of the order. */
  readonly color?: Maybe<Scalars['String']['output']>;
  /** The line that this one takes back; null unless it is a credit. */
  readonly credits?: Maybe<OrderListItem>;
  /** UUID. */
  readonly id: Scalars['ID']['output'];
  /**
   * The live item of the production list; it may have changed since. Null when it is gone. Needs the scope
   * lists:read for more than its id.
   */
  readonly listItem?: Maybe<ListItem>;
  /** Group of the list at the time of the order. */
  readonly listItemGroupName: Scalars['String']['output'];
  /** Name at the time of the order. */
  readonly name: Scalars['String']['output'];
  /** quantity × unitCost. Null without the scope prices:read. */
  readonly pretaxCost?: Maybe<Scalars['Float']['output']>;
  /** Ordered quantity; negative in a credit. */
  readonly quantity: Scalars['Float']['output'];
  /** Unit of the quantity, as in ListItem.quantityUnits. */
  readonly quantityUnits: Scalars['String']['output'];
  /** Why the vendor does not deliver this line, which is not ordered then; null where it was not refused. */
  readonly rejectedReason?: Maybe<Scalars['String']['output']>;
  /** Stock keeping unit at the time of the order. */
  readonly sku?: Maybe<Scalars['String']['output']>;
  /** Tax in per cent: 7.25 means 7.25 %. */
  readonly taxPercent: Scalars['Float']['output'];
  /** pretaxCost with tax. Null without the scope prices:read. */
  readonly totalCost?: Maybe<Scalars['Float']['output']>;
  /** Cost of one unit before tax. Null without the scope prices:read. */
  readonly unitCost?: Maybe<Scalars['Float']['output']>;
};

/** The response to the mutations of an order. */
export type OrderPayload = {
  readonly __typename?: 'OrderPayload';
  /** The order as it stands after the mutation. */
  readonly order?: Maybe<Order>;
};

/** The order system of a supplier, to which orders of a connected vendor are sent. */
export type OrderProvider = {
  readonly __typename?: 'OrderProvider';
  /** Whether an order that was sent can be cancelled there at all; each single cancellation may be refused. */
  readonly canCancel: Scalars['Boolean']['output'];
  /** Stable short name; known values: abc-supply, srs, qxo. */
  readonly identifier: Scalars['String']['output'];
  /** Whether this installation has an address for it; without one no vendor can order through it. */
  readonly isConfigured: Scalars['Boolean']['output'];
  /** What it takes. An order is checked before it is sent; PROVIDER_LIMIT_EXCEEDED names what does not fit. */
  readonly limits: OrderProviderLimits;
  /** Name to show. */
  readonly name: Scalars['String']['output'];
};

/** What a provider takes of an order. Lengths are most characters; null: it names no limit of its own. */
export type OrderProviderLimits = {
  readonly __typename?: 'OrderProviderLimits';
  /** Of each line of delivery.shipTo. */
  readonly addressLineLength?: Maybe<Scalars['Int']['output']>;
  /** Of delivery.placementNotes and delivery.accessNotes together, joined by a line break. */
  readonly deliveryInstructionsLength?: Maybe<Scalars['Int']['output']>;
  /** How many of these characters its branch gets to see; with more, the response has a warning. */
  readonly deliveryInstructionsSeenLength?: Maybe<Scalars['Int']['output']>;
  /** Of the job's name. */
  readonly jobNameLength?: Maybe<Scalars['Int']['output']>;
  /** Of the job's number. */
  readonly jobNumberLength?: Maybe<Scalars['Int']['output']>;
  /** Most lines of one order. */
  readonly lineCount?: Maybe<Scalars['Int']['output']>;
  /** Whether the account number of a connection must consist of digits. */
  readonly numericAccountNumber: Scalars['Boolean']['output'];
  /** Of purchaseOrderNumber. */
  readonly purchaseOrderNumberLength?: Maybe<Scalars['Int']['output']>;
  /** Whether an order needs a purchase order number. */
  readonly purchaseOrderNumberRequired: Scalars['Boolean']['output'];
  /** Whether an order that is not picked up needs delivery.shipTo. */
  readonly shipToRequired: Scalars['Boolean']['output'];
};

/** The address of a delivery. */
export type OrderShipTo = {
  readonly __typename?: 'OrderShipTo';
  /** City. */
  readonly city?: Maybe<Scalars['String']['output']>;
  /** Country. */
  readonly country?: Maybe<Scalars['String']['output']>;
  /** Street and number, and what else the address needs. */
  readonly lines: ReadonlyArray<Scalars['String']['output']>;
  /** Name of the site or of who receives. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Postal code. */
  readonly postalCode?: Maybe<Scalars['String']['output']>;
  /** State, province or region. */
  readonly region?: Maybe<Scalars['String']['output']>;
};

/** An address to deliver to; every text has at most 100 characters. */
export type OrderShipToInput = {
  /** City. */
  readonly city?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  readonly country?: InputMaybe<Scalars['String']['input']>;
  /** Street lines, at most 6. */
  readonly lines?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Name at the address. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** ZIP or postal code. */
  readonly postalCode?: InputMaybe<Scalars['String']['input']>;
  /** State or province. */
  readonly region?: InputMaybe<Scalars['String']['input']>;
};

/** What an organization's documents look like, and how they are made where a call does not say. */
export type OrganizationBrand = {
  readonly __typename?: 'OrganizationBrand';
  /** Color of titles and rules, such as #1f4e79; null for that of the product. */
  readonly accentColor?: Maybe<Scalars['String']['output']>;
  /** The postal address, line by line. */
  readonly addressLines: ReadonlyArray<Scalars['String']['output']>;
  /** Columns of CSV files whose order does not say. Known values: default, accounting, abc-supply, srs, qxo. */
  readonly csvPreset: Scalars['String']['output'];
  /** Email address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Language of documents whose order does not say. Known values: en, es. */
  readonly language: Scalars['String']['output'];
  /** The picture at the head of documents; null when there is none. */
  readonly logo?: Maybe<OrganizationLogo>;
  /** Name at the head of documents; Organization and its id where none was given. */
  readonly name: Scalars['String']['output'];
  /** The organization. */
  readonly orgId: Scalars['Int']['output'];
  /** Paper of documents whose order does not say. Known values: letter, a4. */
  readonly paper: Scalars['String']['output'];
  /** Telephone number. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** Time zone of the dates of documents, such as America/Chicago; null for UTC. */
  readonly timeZone?: Maybe<Scalars['String']['output']>;
  /** When the brand was last set; null when it never was. */
  readonly updatedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Address of the web site. */
  readonly website?: Maybe<Scalars['String']['output']>;
};

/** A change of a brand. What is left out stays as it is. All texts are one line; spaces around them are dropped. */
export type OrganizationBrandInput = {
  /** # and six hexadecimal digits; documents darken a color that is too light to read. Null: that of the product. */
  readonly accentColor?: InputMaybe<Scalars['String']['input']>;
  /** At most 6 lines of at most 100 characters; blank ones are dropped, null removes all. */
  readonly addressLines?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** default, accounting, abc-supply, srs or qxo; null for default. */
  readonly csvPreset?: InputMaybe<Scalars['String']['input']>;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** en or es; null for en. */
  readonly language?: InputMaybe<Scalars['String']['input']>;
  /**
   * Base64 of a PNG or JPEG file of at most 262144 bytes, 4000 pixels a side and 4000000 in all. One that
   * documents could not show is refused. Null removes the logo.
   */
  readonly logo?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 200 characters. Null is refused. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** letter or a4; null for letter. */
  readonly paper?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 characters; null removes it. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
  /** Name of a time zone, such as America/Chicago, for the dates of documents; null for UTC. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
  /** At most 200 characters; null removes it. */
  readonly website?: InputMaybe<Scalars['String']['input']>;
};

/** The response to organizationBrandUpdate. */
export type OrganizationBrandPayload = {
  readonly __typename?: 'OrganizationBrandPayload';
  /** The brand as it stands now. */
  readonly organizationBrand?: Maybe<OrganizationBrand>;
};

/** The picture at the head of documents, without its bytes. */
export type OrganizationLogo = {
  readonly __typename?: 'OrganizationLogo';
  /** Number of bytes. */
  readonly byteSize: Scalars['Int']['output'];
  /** image/png or image/jpeg. */
  readonly contentType: Scalars['String']['output'];
  /** In pixels. */
  readonly height: Scalars['Int']['output'];
  /** In pixels. */
  readonly width: Scalars['Int']['output'];
};

/** Where a page ends. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** The cursor to give as after for the next page; null when the page is empty. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
};

/** A production list, also called a material list: what a measured job needs, computed from templates. */
export type ProductionList = {
  readonly __typename?: 'ProductionList';
  /** Material list id, also called projectManagementProductionListId. */
  readonly id: Scalars['Int']['output'];
  /** The items of the list. */
  readonly listItems: ReadonlyArray<ListItem>;
  /**
   * How far each MATERIAL and LABOR item is ordered, in the order of the list; behind them what is ordered of
   * items that the list has no more. Over all placed orders of the list: credits are taken off, and lines that
   * a vendor refused do not count. Needs the scopes orders:read and lists:read.
   */
  readonly orderCoverage?: Maybe<ReadonlyArray<OrderCoverage>>;
  /** The orders made from the list, oldest first. Needs the scope orders:read. */
  readonly orders?: Maybe<ReadonlyArray<Order>>;
  /** The sales opportunity that the list belongs to. */
  readonly salesOpportunity: SalesOpportunity;
};

/** A provider of product catalogs. */
export type Provider = {
  readonly __typename?: 'Provider';
  /** Stable short name of the provider, such as abc-supply. */
  readonly identifier: Scalars['String']['output'];
  /** Name to show. */
  readonly name: Scalars['String']['output'];
};

/** The account of an organization at the provider through which a vendor takes orders. Its access token is never returned. */
export type ProviderConnection = {
  readonly __typename?: 'ProviderConnection';
  /** Number of the account at the provider. */
  readonly accountNumber: Scalars['String']['output'];
  /** The branch that is to deliver; null leaves it to the provider. */
  readonly branch?: Maybe<Scalars['String']['output']>;
  /** When the account was connected, or connected anew. */
  readonly connectedAt: Scalars['DateTime']['output'];
  /** The provider that takes the orders. */
  readonly provider: Provider;
};

/** An account at a provider as it is to be connected. */
export type ProviderConnectionInput = {
  /** What the provider gave out for the account, at most 4000 ASCII characters. */
  readonly accessToken: Scalars['String']['input'];
  /** Number of the account at the provider, at most 50 characters; some providers take digits only. */
  readonly accountNumber: Scalars['String']['input'];
  /** The branch that is to deliver, at most 50 characters. Left out: whichever the provider chooses. */
  readonly branch?: InputMaybe<Scalars['String']['input']>;
  /** An identifier of orderProviders. Known values: abc-supply, srs, qxo; others may follow. */
  readonly providerIdentifier: Scalars['String']['input'];
};

/** Reads data. An id of another organization is treated as one that does not exist. */
export type Query = {
  readonly __typename?: 'Query';
  /**
   * The order systems of suppliers that are known here, and what each of them takes. They are the same for
   * every organization. Needs the scope orders:read.
   */
  readonly orderProviders: ReadonlyArray<OrderProvider>;
  /**
   * What an organization's documents look like; the defaults where it has said nothing. Needs the scope
   * brand:read. FORBIDDEN when the organization is not one of the caller's.
   */
  readonly organizationBrand?: Maybe<OrganizationBrand>;
  /**
   * One distribution order. Null when there is none with this id in the caller's organizations. Needs the scope
   * orders:read.
   */
  readonly projectManagementDistributionOrder?: Maybe<DistributionOrder>;
  /**
   * The distribution orders of an organization, newest first; with updatedSince those changed since then, in
   * the order of their changes. A walk over all pages never repeats or misses one; with updatedSince, one that
   * changes meanwhile comes again. Needs the scope orders:read.
   */
  readonly projectManagementDistributionOrders: DistributionOrderConnection;
  /** One order. Null when there is none with this id in the caller's organizations. Needs the scope orders:read. */
  readonly projectManagementOrder?: Maybe<Order>;
  /**
   * Order documents of the caller's organizations, oldest first. At least one argument is required;
   * with both, their intersection. Ids that do not exist are left out. Needs the scope orders:read.
   */
  readonly projectManagementOrderDocuments: ReadonlyArray<OrderDocument>;
  /**
   * The orders of an organization, newest first; with updatedSince those changed since then, in the order of
   * their changes. Change orders are orders of their own. A walk over all pages never repeats or misses an
   * order; with updatedSince, an order that is changed meanwhile comes again. Needs the scope orders:read.
   */
  readonly projectManagementOrders: OrderConnection;
  /**
   * One vendor, archived or not; null when it is not in one of the caller's organizations. Needs the scope
   * vendors:read.
   */
  readonly vendor?: Maybe<Vendor>;
  /**
   * Vendors of an organization, by id; with updatedSince those changed since then, in the order of their changes.
   * Needs the scope vendors:read. FORBIDDEN when the organization is not one of the caller's.
   */
  readonly vendors: VendorConnection;
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryOrganizationBrandArgs = {
  orgId: Scalars['Int']['input'];
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryProjectManagementDistributionOrderArgs = {
  id: Scalars['ID']['input'];
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryProjectManagementDistributionOrdersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  needsAttention?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  productionListId?: InputMaybe<Scalars['ID']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  vendorId?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryProjectManagementOrderArgs = {
  id: Scalars['ID']['input'];
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryProjectManagementOrderDocumentsArgs = {
  orderDocumentIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  productionListId?: InputMaybe<Scalars['ID']['input']>;
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryProjectManagementOrdersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  jobId?: InputMaybe<Scalars['Int']['input']>;
  orgId: Scalars['Int']['input'];
  productionListId?: InputMaybe<Scalars['ID']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
  vendorId?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryVendorArgs = {
  id: Scalars['Int']['input'];
};


/** Reads data. An id of another organization is treated as one that does not exist. */
export type QueryVendorsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeArchived?: InputMaybe<Scalars['Boolean']['input']>;
  orgId: Scalars['Int']['input'];
  search?: InputMaybe<Scalars['String']['input']>;
  updatedSince?: InputMaybe<Scalars['DateTime']['input']>;
};

/** A job that may be sold, in one organization. */
export type SalesOpportunity = {
  readonly __typename?: 'SalesOpportunity';
  /** The organization it belongs to. */
  readonly orgId: Scalars['Int']['output'];
};

/** A supplier of materials or labor. */
export type Vendor = {
  readonly __typename?: 'Vendor';
  /** Number of the organization's account at the vendor; printed on orders. */
  readonly accountNumber?: Maybe<Scalars['String']['output']>;
  /** The postal address, line by line. */
  readonly addressLines: ReadonlyArray<Scalars['String']['output']>;
  /** When the vendor was archived; null while it is in use. */
  readonly archivedAt?: Maybe<Scalars['DateTime']['output']>;
  /**
   * The account through which orders are sent to the provider; null when orders go to the vendor as
   * documents only. Needs the scope connections:read.
   */
  readonly connection?: Maybe<ProviderConnection>;
  /** Whom to ask for there. */
  readonly contactName?: Maybe<Scalars['String']['output']>;
  /** Where orders are mailed to. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Vendor id. */
  readonly id: Scalars['Int']['output'];
  /** The organization whose vendor it is. */
  readonly orgId: Scalars['Int']['output'];
  /** Telephone number. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** The catalog provider through which the vendor takes orders; null when it takes them by document only. */
  readonly provider?: Maybe<Provider>;
  /** When it was last changed, archived, restored, connected or disconnected. */
  readonly updatedAt: Scalars['DateTime']['output'];
  /** Name of the vendor. */
  readonly vendorName: Scalars['String']['output'];
};

/** One page of vendors. */
export type VendorConnection = {
  readonly __typename?: 'VendorConnection';
  /** The vendors of this page. */
  readonly nodes: ReadonlyArray<Vendor>;
  /** How to get the next page. */
  readonly pageInfo: PageInfo;
};

/** A vendor as it is to be. All texts are one line; spaces around them are dropped, and a blank one is null. */
export type VendorInput = {
  /** Number of the organization's account at the vendor, printed on orders; at most 50 characters. */
  readonly accountNumber?: InputMaybe<Scalars['String']['input']>;
  /** The postal address: at most 6 lines of at most 100 characters; blank ones are dropped. */
  readonly addressLines?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whom to ask for there, at most 100 characters. */
  readonly contactName?: InputMaybe<Scalars['String']['input']>;
  /** An email address, at most 254 characters. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 characters. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 200 characters; it need not be unique. */
  readonly vendorName: Scalars['String']['input'];
};

/** The response to the mutations of a vendor. */
export type VendorPayload = {
  readonly __typename?: 'VendorPayload';
  /** The vendor as it stands now. */
  readonly vendor?: Maybe<Vendor>;
};

/** A change of a vendor. What is left out stays as it is. */
export type VendorUpdate = {
  /** Number of the organization's account at the vendor, at most 50 characters; null removes it. */
  readonly accountNumber?: InputMaybe<Scalars['String']['input']>;
  /** The postal address: at most 6 lines of at most 100 characters; null removes it. */
  readonly addressLines?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whom to ask for there, at most 100 characters; null removes it. */
  readonly contactName?: InputMaybe<Scalars['String']['input']>;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 characters; null removes it. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 200 characters. Null is refused. */
  readonly vendorName?: InputMaybe<Scalars['String']['input']>;
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
  DistributionOrder: DistributionOrder;
  Job: Job;
  Order: Order;
  OrderDocument: OrderDocument;
  OrderListItem: OrderListItem;
  ProductionList: ProductionList;
  Vendor: Vendor;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  DistributionOrder:
    ( { __typename: 'DistributionOrder' }
    & GraphQLRecursivePick<FederationTypes['DistributionOrder'], {"id":true}> );
  Job:
    ( { __typename: 'Job' }
    & GraphQLRecursivePick<FederationTypes['Job'], {"id":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['Job'], {"orgId":true}>
        | GraphQLRecursivePick<FederationTypes['Job'], {"orgId":true,"measurementVersion":true,"productionListCount":true}>
        | GraphQLRecursivePick<FederationTypes['Job'], {"orgId":true,"measurementVersion":true,"productionListCount":true}> ) );
  Order:
    ( { __typename: 'Order' }
    & GraphQLRecursivePick<FederationTypes['Order'], {"id":true}> );
  OrderDocument:
    ( { __typename: 'OrderDocument' }
    & GraphQLRecursivePick<FederationTypes['OrderDocument'], {"id":true}> );
  OrderListItem:
    ( { __typename: 'OrderListItem' }
    & GraphQLRecursivePick<FederationTypes['OrderListItem'], {"id":true}> );
  ProductionList:
    ( { __typename: 'ProductionList' }
    & GraphQLRecursivePick<FederationTypes['ProductionList'], {"id":true}>
    & ( Record<PropertyKey, never>
        | GraphQLRecursivePick<FederationTypes['ProductionList'], {"salesOpportunity":{"orgId":true},"listItems":{"id":true,"quantity":true,"quantityUnits":true,"type":true}}>
        | GraphQLRecursivePick<FederationTypes['ProductionList'], {"salesOpportunity":{"orgId":true},"listItems":{"id":true,"quantity":true,"quantityUnits":true,"type":true}}>
        | GraphQLRecursivePick<FederationTypes['ProductionList'], {"salesOpportunity":{"orgId":true}}> ) );
  Vendor:
    ( { __typename: 'Vendor' }
    & GraphQLRecursivePick<FederationTypes['Vendor'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DistributionOrder: ResolverTypeWrapper<DistributionOrderRecord>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  DistributionOrderConnection: ResolverTypeWrapper<Omit<DistributionOrderConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['DistributionOrder']> }>;
  DistributionOrderPayload: ResolverTypeWrapper<Omit<DistributionOrderPayload, 'distributionOrder'> & { distributionOrder?: Maybe<ResolversTypes['DistributionOrder']> }>;
  File: ResolverTypeWrapper<FileRecord>;
  Job: ResolverTypeWrapper<JobReference>;
  ListItem: ResolverTypeWrapper<ListItemReference>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Order: ResolverTypeWrapper<OrderRecord>;
  OrderAddition: OrderAddition;
  OrderConnection: ResolverTypeWrapper<Omit<OrderConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Order']> }>;
  OrderCoverage: ResolverTypeWrapper<ItemCoverage>;
  OrderCredit: OrderCredit;
  OrderDelivery: ResolverTypeWrapper<OrderDelivery>;
  OrderDeliveryContact: ResolverTypeWrapper<OrderDeliveryContact>;
  OrderDeliveryContactInput: OrderDeliveryContactInput;
  OrderDeliveryInput: OrderDeliveryInput;
  OrderDocument: ResolverTypeWrapper<OrderDocumentRecord>;
  OrderDocumentCreate: OrderDocumentCreate;
  OrderDocumentCreatePayload: ResolverTypeWrapper<Omit<OrderDocumentCreatePayload, 'orderDocument'> & { orderDocument?: Maybe<ResolversTypes['OrderDocument']> }>;
  OrderDocumentOptions: OrderDocumentOptions;
  OrderDocumentsPayload: ResolverTypeWrapper<Omit<OrderDocumentsPayload, 'orderDocuments'> & { orderDocuments: ReadonlyArray<ResolversTypes['OrderDocument']> }>;
  OrderListItem: ResolverTypeWrapper<OrderListItemRecord>;
  OrderPayload: ResolverTypeWrapper<Omit<OrderPayload, 'order'> & { order?: Maybe<ResolversTypes['Order']> }>;
  OrderProvider: ResolverTypeWrapper<OrderProvider>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  OrderProviderLimits: ResolverTypeWrapper<OrderProviderLimits>;
  OrderShipTo: ResolverTypeWrapper<OrderShipTo>;
  OrderShipToInput: OrderShipToInput;
  OrganizationBrand: ResolverTypeWrapper<BrandRecord>;
  OrganizationBrandInput: OrganizationBrandInput;
  OrganizationBrandPayload: ResolverTypeWrapper<Omit<OrganizationBrandPayload, 'organizationBrand'> & { organizationBrand?: Maybe<ResolversTypes['OrganizationBrand']> }>;
  OrganizationLogo: ResolverTypeWrapper<OrganizationLogo>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  ProductionList: ResolverTypeWrapper<ListReference>;
  Provider: ResolverTypeWrapper<Provider>;
  ProviderConnection: ResolverTypeWrapper<VendorConnectionRecord>;
  ProviderConnectionInput: ProviderConnectionInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  SalesOpportunity: ResolverTypeWrapper<SalesOpportunity>;
  Vendor: ResolverTypeWrapper<VendorRecord>;
  VendorConnection: ResolverTypeWrapper<Omit<VendorConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversTypes['Vendor']> }>;
  VendorInput: VendorInput;
  VendorPayload: ResolverTypeWrapper<Omit<VendorPayload, 'vendor'> & { vendor?: Maybe<ResolversTypes['Vendor']> }>;
  VendorUpdate: VendorUpdate;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  DateTime: Scalars['DateTime']['output'];
  DistributionOrder: DistributionOrderRecord;
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  DistributionOrderConnection: Omit<DistributionOrderConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['DistributionOrder']> };
  DistributionOrderPayload: Omit<DistributionOrderPayload, 'distributionOrder'> & { distributionOrder?: Maybe<ResolversParentTypes['DistributionOrder']> };
  File: FileRecord;
  Job: JobReference;
  ListItem: ListItemReference;
  Float: Scalars['Float']['output'];
  Mutation: Record<PropertyKey, never>;
  Order: OrderRecord;
  OrderAddition: OrderAddition;
  OrderConnection: Omit<OrderConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Order']> };
  OrderCoverage: ItemCoverage;
  OrderCredit: OrderCredit;
  OrderDelivery: OrderDelivery;
  OrderDeliveryContact: OrderDeliveryContact;
  OrderDeliveryContactInput: OrderDeliveryContactInput;
  OrderDeliveryInput: OrderDeliveryInput;
  OrderDocument: OrderDocumentRecord;
  OrderDocumentCreate: OrderDocumentCreate;
  OrderDocumentCreatePayload: Omit<OrderDocumentCreatePayload, 'orderDocument'> & { orderDocument?: Maybe<ResolversParentTypes['OrderDocument']> };
  OrderDocumentOptions: OrderDocumentOptions;
  OrderDocumentsPayload: Omit<OrderDocumentsPayload, 'orderDocuments'> & { orderDocuments: ReadonlyArray<ResolversParentTypes['OrderDocument']> };
  OrderListItem: OrderListItemRecord;
  OrderPayload: Omit<OrderPayload, 'order'> & { order?: Maybe<ResolversParentTypes['Order']> };
  OrderProvider: OrderProvider;
  Boolean: Scalars['Boolean']['output'];
  OrderProviderLimits: OrderProviderLimits;
  OrderShipTo: OrderShipTo;
  OrderShipToInput: OrderShipToInput;
  OrganizationBrand: BrandRecord;
  OrganizationBrandInput: OrganizationBrandInput;
  OrganizationBrandPayload: Omit<OrganizationBrandPayload, 'organizationBrand'> & { organizationBrand?: Maybe<ResolversParentTypes['OrganizationBrand']> };
  OrganizationLogo: OrganizationLogo;
  PageInfo: PageInfo;
  ProductionList: ListReference;
  Provider: Provider;
  ProviderConnection: VendorConnectionRecord;
  ProviderConnectionInput: ProviderConnectionInput;
  Query: Record<PropertyKey, never>;
  SalesOpportunity: SalesOpportunity;
  Vendor: VendorRecord;
  VendorConnection: Omit<VendorConnection, 'nodes'> & { nodes: ReadonlyArray<ResolversParentTypes['Vendor']> };
  VendorInput: VendorInput;
  VendorPayload: Omit<VendorPayload, 'vendor'> & { vendor?: Maybe<ResolversParentTypes['Vendor']> };
  VendorUpdate: VendorUpdate;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DistributionOrderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DistributionOrder'] = ResolversParentTypes['DistributionOrder'], FederationReferenceType extends FederationReferenceTypes['DistributionOrder'] = FederationReferenceTypes['DistributionOrder']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['DistributionOrder']> | FederationReferenceType, FederationReferenceType, ContextType>;
  cancelRequestedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  confirmationNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jobId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Order'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  productionListId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rawStatus?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  rejectedLines?: Resolver<ReadonlyArray<ResolversTypes['OrderListItem']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  submittedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vendor?: Resolver<ResolversTypes['Vendor'], ParentType, ContextType>;
};

export type DistributionOrderConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DistributionOrderConnection'] = ResolversParentTypes['DistributionOrderConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['DistributionOrder']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type DistributionOrderPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DistributionOrderPayload'] = ResolversParentTypes['DistributionOrderPayload']> = {
  distributionOrder?: Resolver<Maybe<ResolversTypes['DistributionOrder']>, ParentType, ContextType>;
};

export type FileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['File'] = ResolversParentTypes['File']> = {
  byteSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  checksum?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  filename?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  redirectUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type JobResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Job'] = ResolversParentTypes['Job'], FederationReferenceType extends FederationReferenceTypes['Job'] = FederationReferenceTypes['Job']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Job']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  orders?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Order']>>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ListItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ListItem'] = ResolversParentTypes['ListItem']> = {
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  organizationBrandUpdate?: Resolver<Maybe<ResolversTypes['OrganizationBrandPayload']>, ParentType, ContextType, RequireFields<MutationOrganizationBrandUpdateArgs, 'brand' | 'orgId'>>;
  projectManagementDistributionOrderCancel?: Resolver<Maybe<ResolversTypes['DistributionOrderPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementDistributionOrderCancelArgs, 'id'>>;
  projectManagementDistributionOrderCreate?: Resolver<Maybe<ResolversTypes['DistributionOrderPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementDistributionOrderCreateArgs, 'productionListId' | 'vendorId'>>;
  projectManagementOrderCancel?: Resolver<Maybe<ResolversTypes['OrderPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderCancelArgs, 'id'>>;
  projectManagementOrderChange?: Resolver<Maybe<ResolversTypes['OrderDocumentCreatePayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderChangeArgs, 'id'>>;
  projectManagementOrderDocumentCreate?: Resolver<Maybe<ResolversTypes['OrderDocumentCreatePayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderDocumentCreateArgs, 'orderDocumentAttributes'>>;
  projectManagementOrderDocumentRender?: Resolver<Maybe<ResolversTypes['OrderDocumentCreatePayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderDocumentRenderArgs, 'orderId'>>;
  projectManagementOrderDocumentsCreateByVendor?: Resolver<Maybe<ResolversTypes['OrderDocumentsPayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderDocumentsCreateByVendorArgs, 'productionListId'>>;
  projectManagementOrderReorder?: Resolver<Maybe<ResolversTypes['OrderDocumentCreatePayload']>, ParentType, ContextType, RequireFields<MutationProjectManagementOrderReorderArgs, 'id'>>;
  vendorArchive?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorArchiveArgs, 'id'>>;
  vendorConnect?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorConnectArgs, 'connection' | 'id'>>;
  vendorCreate?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorCreateArgs, 'orgId' | 'vendor'>>;
  vendorDisconnect?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorDisconnectArgs, 'id'>>;
  vendorRestore?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorRestoreArgs, 'id'>>;
  vendorUpdate?: Resolver<Maybe<ResolversTypes['VendorPayload']>, ParentType, ContextType, RequireFields<MutationVendorUpdateArgs, 'id' | 'vendor'>>;
};

export type OrderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order'], FederationReferenceType extends FederationReferenceTypes['Order'] = FederationReferenceTypes['Order']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Order']> | FederationReferenceType, FederationReferenceType, ContextType>;
  cancelReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cancelledAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  cancelledBy?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  changeOrders?: Resolver<ReadonlyArray<ResolversTypes['Order']>, ParentType, ContextType>;
  changes?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  delivery?: Resolver<Maybe<ResolversTypes['OrderDelivery']>, ParentType, ContextType>;
  distributionOrder?: Resolver<Maybe<ResolversTypes['DistributionOrder']>, ParentType, ContextType>;
  externalIdentifier?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  jobId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orderDocuments?: Resolver<ReadonlyArray<ResolversTypes['OrderDocument']>, ParentType, ContextType>;
  orderListItems?: Resolver<ReadonlyArray<ResolversTypes['OrderListItem']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  productionList?: Resolver<Maybe<ResolversTypes['ProductionList']>, ParentType, ContextType>;
  productionListId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  purchaseOrderNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replacedBy?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  replaces?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vendor?: Resolver<ResolversTypes['Vendor'], ParentType, ContextType>;
};

export type OrderConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderConnection'] = ResolversParentTypes['OrderConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Order']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type OrderCoverageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderCoverage'] = ResolversParentTypes['OrderCoverage']> = {
  left?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  listItem?: Resolver<Maybe<ResolversTypes['ListItem']>, ParentType, ContextType>;
  listItemId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  ordered?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  overOrdered?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityUnits?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrderDeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDelivery'] = ResolversParentTypes['OrderDelivery']> = {
  accessNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  contact?: Resolver<Maybe<ResolversTypes['OrderDeliveryContact']>, ParentType, ContextType>;
  date?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  method?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  placementNotes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shipTo?: Resolver<Maybe<ResolversTypes['OrderShipTo']>, ParentType, ContextType>;
  window?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrderDeliveryContactResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDeliveryContact'] = ResolversParentTypes['OrderDeliveryContact']> = {
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrderDocumentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDocument'] = ResolversParentTypes['OrderDocument'], FederationReferenceType extends FederationReferenceTypes['OrderDocument'] = FederationReferenceTypes['OrderDocument']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['OrderDocument']> | FederationReferenceType, FederationReferenceType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  csv?: Resolver<Maybe<ResolversTypes['File']>, ParentType, ContextType>;
  csvPreset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  paper?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pdf?: Resolver<Maybe<ResolversTypes['File']>, ParentType, ContextType>;
  productionListId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stateDeprecated?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OrderDocumentCreatePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDocumentCreatePayload'] = ResolversParentTypes['OrderDocumentCreatePayload']> = {
  orderDocument?: Resolver<Maybe<ResolversTypes['OrderDocument']>, ParentType, ContextType>;
};

export type OrderDocumentsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderDocumentsPayload'] = ResolversParentTypes['OrderDocumentsPayload']> = {
  orderDocuments?: Resolver<ReadonlyArray<ResolversTypes['OrderDocument']>, ParentType, ContextType>;
};

export type OrderListItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderListItem'] = ResolversParentTypes['OrderListItem'], FederationReferenceType extends FederationReferenceTypes['OrderListItem'] = FederationReferenceTypes['OrderListItem']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['OrderListItem']> | FederationReferenceType, FederationReferenceType, ContextType>;
  color?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  credits?: Resolver<Maybe<ResolversTypes['OrderListItem']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  listItem?: Resolver<Maybe<ResolversTypes['ListItem']>, ParentType, ContextType>;
  listItemGroupName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  pretaxCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  quantityUnits?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rejectedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sku?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  taxPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  unitCost?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type OrderPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderPayload'] = ResolversParentTypes['OrderPayload']> = {
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
};

export type OrderProviderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderProvider'] = ResolversParentTypes['OrderProvider']> = {
  canCancel?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  identifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isConfigured?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  limits?: Resolver<ResolversTypes['OrderProviderLimits'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type OrderProviderLimitsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderProviderLimits'] = ResolversParentTypes['OrderProviderLimits']> = {
  addressLineLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  deliveryInstructionsLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  deliveryInstructionsSeenLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  jobNameLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  jobNumberLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lineCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  numericAccountNumber?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  purchaseOrderNumberLength?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  purchaseOrderNumberRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  shipToRequired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type OrderShipToResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrderShipTo'] = ResolversParentTypes['OrderShipTo']> = {
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lines?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  postalCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrganizationBrandResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizationBrand'] = ResolversParentTypes['OrganizationBrand']> = {
  accentColor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addressLines?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  csvPreset?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  logo?: Resolver<Maybe<ResolversTypes['OrganizationLogo']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  paper?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timeZone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrganizationBrandPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizationBrandPayload'] = ResolversParentTypes['OrganizationBrandPayload']> = {
  organizationBrand?: Resolver<Maybe<ResolversTypes['OrganizationBrand']>, ParentType, ContextType>;
};

export type OrganizationLogoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizationLogo'] = ResolversParentTypes['OrganizationLogo']> = {
  byteSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ProductionListResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProductionList'] = ResolversParentTypes['ProductionList'], FederationReferenceType extends FederationReferenceTypes['ProductionList'] = FederationReferenceTypes['ProductionList']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ProductionList']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  orderCoverage?: Resolver<Maybe<ReadonlyArray<ResolversTypes['OrderCoverage']>>, ParentType, ContextType>;
  orders?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Order']>>, ParentType, ContextType>;
};

export type ProviderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Provider'] = ResolversParentTypes['Provider']> = {
  identifier?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ProviderConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ProviderConnection'] = ResolversParentTypes['ProviderConnection']> = {
  accountNumber?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  branch?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  connectedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  provider?: Resolver<ResolversTypes['Provider'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  orderProviders?: Resolver<ReadonlyArray<ResolversTypes['OrderProvider']>, ParentType, ContextType>;
  organizationBrand?: Resolver<Maybe<ResolversTypes['OrganizationBrand']>, ParentType, ContextType, RequireFields<QueryOrganizationBrandArgs, 'orgId'>>;
  projectManagementDistributionOrder?: Resolver<Maybe<ResolversTypes['DistributionOrder']>, ParentType, ContextType, RequireFields<QueryProjectManagementDistributionOrderArgs, 'id'>>;
  projectManagementDistributionOrders?: Resolver<ResolversTypes['DistributionOrderConnection'], ParentType, ContextType, RequireFields<QueryProjectManagementDistributionOrdersArgs, 'first' | 'orgId'>>;
  projectManagementOrder?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType, RequireFields<QueryProjectManagementOrderArgs, 'id'>>;
  projectManagementOrderDocuments?: Resolver<ReadonlyArray<ResolversTypes['OrderDocument']>, ParentType, ContextType, Partial<QueryProjectManagementOrderDocumentsArgs>>;
  projectManagementOrders?: Resolver<ResolversTypes['OrderConnection'], ParentType, ContextType, RequireFields<QueryProjectManagementOrdersArgs, 'first' | 'orgId'>>;
  vendor?: Resolver<Maybe<ResolversTypes['Vendor']>, ParentType, ContextType, RequireFields<QueryVendorArgs, 'id'>>;
  vendors?: Resolver<ResolversTypes['VendorConnection'], ParentType, ContextType, RequireFields<QueryVendorsArgs, 'first' | 'includeArchived' | 'orgId'>>;
};

export type VendorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Vendor'] = ResolversParentTypes['Vendor'], FederationReferenceType extends FederationReferenceTypes['Vendor'] = FederationReferenceTypes['Vendor']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vendor']> | FederationReferenceType, FederationReferenceType, ContextType>;
  accountNumber?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  addressLines?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  archivedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  connection?: Resolver<Maybe<ResolversTypes['ProviderConnection']>, ParentType, ContextType>;
  contactName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  orgId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  provider?: Resolver<Maybe<ResolversTypes['Provider']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  vendorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type VendorConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VendorConnection'] = ResolversParentTypes['VendorConnection']> = {
  nodes?: Resolver<ReadonlyArray<ResolversTypes['Vendor']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type VendorPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VendorPayload'] = ResolversParentTypes['VendorPayload']> = {
  vendor?: Resolver<Maybe<ResolversTypes['Vendor']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  DateTime?: GraphQLScalarType;
  DistributionOrder?: DistributionOrderResolvers<ContextType>;
  DistributionOrderConnection?: DistributionOrderConnectionResolvers<ContextType>;
  DistributionOrderPayload?: DistributionOrderPayloadResolvers<ContextType>;
  File?: FileResolvers<ContextType>;
  Job?: JobResolvers<ContextType>;
  ListItem?: ListItemResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  OrderConnection?: OrderConnectionResolvers<ContextType>;
  OrderCoverage?: OrderCoverageResolvers<ContextType>;
  OrderDelivery?: OrderDeliveryResolvers<ContextType>;
  OrderDeliveryContact?: OrderDeliveryContactResolvers<ContextType>;
  OrderDocument?: OrderDocumentResolvers<ContextType>;
  OrderDocumentCreatePayload?: OrderDocumentCreatePayloadResolvers<ContextType>;
  OrderDocumentsPayload?: OrderDocumentsPayloadResolvers<ContextType>;
  OrderListItem?: OrderListItemResolvers<ContextType>;
  OrderPayload?: OrderPayloadResolvers<ContextType>;
  OrderProvider?: OrderProviderResolvers<ContextType>;
  OrderProviderLimits?: OrderProviderLimitsResolvers<ContextType>;
  OrderShipTo?: OrderShipToResolvers<ContextType>;
  OrganizationBrand?: OrganizationBrandResolvers<ContextType>;
  OrganizationBrandPayload?: OrganizationBrandPayloadResolvers<ContextType>;
  OrganizationLogo?: OrganizationLogoResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  ProductionList?: ProductionListResolvers<ContextType>;
  Provider?: ProviderResolvers<ContextType>;
  ProviderConnection?: ProviderConnectionResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Vendor?: VendorResolvers<ContextType>;
  VendorConnection?: VendorConnectionResolvers<ContextType>;
  VendorPayload?: VendorPayloadResolvers<ContextType>;
};

