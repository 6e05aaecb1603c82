/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentString } from '../typed-document.ts'
/** Whose records are wanted; at least one of the two. */
export type AuditActorInput = {
  /** The client that the token was issued to. */
  readonly clientId?: string | null | undefined;
  /** The user of the token. */
  readonly userId?: number | null | undefined;
};

/** What was done to which thing. */
export type AuditTargetInput = {
  /** Its id; left out or null: all of the type. */
  readonly id?: string | number | null | undefined;
  /**
   * One of brand, export, file, organization, price-book, product, template, vendor and webhook; BAD_USER_INPUT
   * for any other word.
   */
  readonly type: string;
};

/** A job to create or change. What is left out stays as it is. */
export type JobImport = {
  /** The key under which your own system knows the job, 1 to 255 characters. */
  readonly externalIdentifier: string;
  /** As in jobMeasurementsImport: a new version, unless it is the newest already. Null: none. */
  readonly measurements?: unknown;
  /** At most 250 characters; null removes it. */
  readonly name?: string | null | undefined;
};

/** An item that no template made. A quantity or a measurement must be given. */
export type ListItemAdd = {
  /** The item to place it behind. Left out: at the end of the list. */
  readonly afterListItemId?: number | null | undefined;
  /** The color, at most 100 characters; spaces around it are dropped, and a blank text counts as none. */
  readonly color?: string | null | undefined;
  /** Measurement units that one quantity unit covers, above 0. Left out: 1. */
  readonly coverage?: number | null | undefined;
  /** The group, at most 200 characters. Left out: Other. */
  readonly listItemGroupName?: string | null | undefined;
  /** The fraction added to the total cost, 0 to 10. Left out: 0. */
  readonly markup?: number | null | undefined;
  /** What was measured, 0 to 1000000000 with at most 5 decimals; the quantity follows in whole units. */
  readonly measurement?: number | null | undefined;
  /** squares, linear_feet, or null for a count. */
  readonly measurementUnits?: string | null | undefined;
  /** The name, at most 200 characters. */
  readonly name: string;
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: string | null | undefined;
  /** A product of the list's organization; it gives the item its SKU. */
  readonly productId?: number | null | undefined;
  /** The quantity, 0 to 1000000 with at most 5 decimals. */
  readonly quantity?: number | null | undefined;
  /** Unit of the quantity, such as BUNDLES, at most 50 characters. Case and spaces make no difference. */
  readonly quantityUnits: string;
  /** Tax in per cent, 0 to 100. Left out: 0. */
  readonly taxPercent?: number | null | undefined;
  /** Known values: ROOF, SIDING; others are kept as given. Left out: that of the list's first item. */
  readonly tradeType?: string | null | undefined;
  /** MATERIAL (the default), LABOR or OTHER. */
  readonly type?: string | null | undefined;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. */
  readonly unitCost: number;
  /** The vendor that supplies the item, one of the list's organization. Needs the scope vendors:read. */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1. Left out: 0. */
  readonly wasteFactor?: number | null | undefined;
};

/**
 * A change of one list item. What is left out stays as it is. What is set here stays when the list is
 * recomputed.
 */
export type ListItemUpdate = {
  /** The color, at most 100 characters; spaces around it are dropped, and null or a blank text removes it. */
  readonly color?: string | null | undefined;
  /** The list item to change. */
  readonly id: number;
  /** The group, at most 200 characters. */
  readonly listItemGroupName?: string | null | undefined;
  /** The fraction added to the total cost, 0 to 10 with at most 4 decimals. Needs the scope prices:read. */
  readonly markup?: number | null | undefined;
  /**
   * What was measured by hand, in measurementUnits, 0 to 1000000000 with at most 5 decimals; it sets
   * isManualMeasurement and takes the place of the computed measurement. Null returns to the computed one.
   */
  readonly measurement?: number | null | undefined;
  /** The name, at most 200 characters. */
  readonly name?: string | null | undefined;
  /** Notes for the crew or the supplier, at most 2000 characters; null removes them. */
  readonly notes?: string | null | undefined;
  /**
   * A quantity set by hand, 0 to 1000000 with at most 5 decimals; it sets isManualMeasurement, and
   * calculatedQuantity keeps the computed one. Null returns to the computed quantity.
   */
  readonly quantity?: number | null | undefined;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: number | null | undefined;
  /** Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Null is refused. Needs the scope prices:read. */
  readonly unitCost?: number | null | undefined;
  /**
   * The vendor that supplies the item, one of the list's organization: needs the scope vendors:read. Null unties the item
   * from its vendor.
   */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. */
  readonly wasteFactor?: number | null | undefined;
};

/** Holds when a measure is greater than a value. */
export type MeasureConditionInput = {
  /** In square feet, feet or pieces, 0 to 10000000; 0 asks whether there is any. */
  readonly above: number;
  /** A name of measures, such as valleys. */
  readonly measure: string;
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. */
  readonly pitchAbove?: number | null | undefined;
};

/** One measure of a sum, times what is given beside it. */
export type MeasureTermInput = {
  /** A name of measures, such as eaves. */
  readonly measure: string;
  /** Only with roof_area: only facets steeper than this rise over 12, 0 to 48. 8 leaves out 8/12 itself. */
  readonly pitchAbove?: number | null | undefined;
  /** How often it is counted, above 0, at most 1000: two rows of a board, 4 pipe boots a job. */
  readonly times?: number | null | undefined;
  /** Feet, above 0, at most 100: makes an area of a length, as of a membrane along the eaves. */
  readonly width?: number | null | undefined;
};

/** An item that is ordered in addition. */
export type OrderAddition = {
  /** An item of the order's list, of the order's kind; each once. */
  readonly listItemId: string | number;
  /** How much, in the item's unit: more than 0, at most 1000000, with at most 5 decimals. */
  readonly quantity: number;
};

/** A line that is taken back. */
export type OrderCredit = {
  /** A line of the order or of one of its change orders; each once. */
  readonly orderListItemId: string | number;
  /** How much: more than 0, at most what is still ordered of the line, with at most 5 decimals. */
  readonly quantity: number;
};

/** A person on the site; every text has at most 100 characters. */
export type OrderDeliveryContactInput = {
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** Name of the person. */
  readonly name?: string | null | undefined;
  /** Telephone number. */
  readonly phone?: string | null | undefined;
};

/** How, when and where an order is to be delivered. Blank text is as good as none. */
export type OrderDeliveryInput = {
  /** How to get in, such as gates, dogs and codes; at most 1000 characters. */
  readonly accessNotes?: string | null | undefined;
  /** Whom to call on the site. */
  readonly contact?: OrderDeliveryContactInput | null | undefined;
  /** Day, as 2026-03-14. */
  readonly date?: string | null | undefined;
  /** GROUND, ROOF_TOP or PICKUP. */
  readonly method?: string | null | undefined;
  /** Where on the site the material goes; at most 1000 characters. */
  readonly placementNotes?: string | null | undefined;
  /** Where to deliver to. */
  readonly shipTo?: OrderShipToInput | null | undefined;
  /** Time of day: ANY, AM, PM, FIRST_STOP, or two times as 08:00-10:00. */
  readonly window?: string | null | undefined;
};

/** What an order document is made from. */
export type OrderDocumentCreate = {
  /** Columns of the CSV: default, accounting (has prices: for inputHtml office only, else BAD_USER_INPUT), abc-supply, srs or qxo. Left out: as the organization's brand says, else default. */
  readonly csvPreset?: string | null | undefined;
  /** Rendering mode: supplier (the default; no prices), office (with prices) or crew (labor wording, no prices). Any other word renders the default and adds a warning to extensions.warnings. */
  readonly inputHtml?: string | null | undefined;
  /** Language of the document: en or es. Left out: as the organization's brand says, else en. */
  readonly language?: string | null | undefined;
  /** Paper of the document: letter or a4. Left out: as the organization's brand says, else letter. */
  readonly paper?: string | null | undefined;
  /** The production list that is ordered from. */
  readonly productionListId: string | number;
  /** The vendor to order from. Left out: the one vendor of the ordered items. */
  readonly vendorId?: number | null | undefined;
};

/** How a document is rendered; what is left out is as the organization's brand says. */
export type OrderDocumentOptions = {
  /** Columns of the CSV: default, accounting (has prices: for inputHtml office only, else BAD_USER_INPUT), abc-supply, srs or qxo. */
  readonly csvPreset?: string | null | undefined;
  /** Rendering mode: supplier (the default; no prices), office (with prices) or crew (labor wording, no prices). Any other word renders the default and adds a warning to extensions.warnings. */
  readonly inputHtml?: string | null | undefined;
  /** Language: en or es. */
  readonly language?: string | null | undefined;
  /** Paper: letter or a4. */
  readonly paper?: string | null | undefined;
};

/** An address to deliver to; every text has at most 100 characters. */
export type OrderShipToInput = {
  /** City. */
  readonly city?: string | null | undefined;
  /** Country. */
  readonly country?: string | null | undefined;
  /** Street lines, at most 6. */
  readonly lines?: ReadonlyArray<string> | null | undefined;
  /** Name at the address. */
  readonly name?: string | null | undefined;
  /** ZIP or postal code. */
  readonly postalCode?: string | null | undefined;
  /** State or province. */
  readonly region?: string | null | undefined;
};

/** A change of a brand. What is left out stays as it is. All texts are one line; spaces around them are dropped. */
export type OrganizationBrandInput = {
  /** # and six hexadecimal digits; documents darken a color that is too light to read. Null: that of the product. */
  readonly accentColor?: string | null | undefined;
  /** At most 6 lines of at most 100 characters; blank ones are dropped, null removes all. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** default, accounting, abc-supply, srs or qxo; null for default. */
  readonly csvPreset?: string | null | undefined;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: string | null | undefined;
  /** en or es; null for en. */
  readonly language?: string | null | undefined;
  /**
   * Base64 of a PNG or JPEG file of at most 262144 bytes, 4000 pixels a side and 4000000 in all. One that
   * documents could not show is refused. Null removes the logo.
   */
  readonly logo?: string | null | undefined;
  /** 1 to 200 characters. Null is refused. */
  readonly name?: string | null | undefined;
  /** letter or a4; null for letter. */
  readonly paper?: string | null | undefined;
  /** At most 50 characters; null removes it. */
  readonly phone?: string | null | undefined;
  /** Name of a time zone, such as America/Chicago, for the dates of documents; null for UTC. */
  readonly timeZone?: string | null | undefined;
  /** At most 200 characters; null removes it. */
  readonly website?: string | null | undefined;
};

/** A product as it is to be. */
export type ProductInput = {
  /** Name to show in place of the name, at most 200 characters. */
  readonly displayName?: string | null | undefined;
  /** The manufacturer's page of the product: an http or https address. */
  readonly manufacturerUrl?: string | null | undefined;
  /** Name, 1 to 200 characters. */
  readonly name: string;
  /** At most 20, each unit defined once and none in a circle. SQUARES hold 100 SQUARE_FEET of every product. */
  readonly packages?: ReadonlyArray<ProductPackageInput> | null | undefined;
  /** Known value: MATERIAL; others are kept as given. */
  readonly productType?: string | null | undefined;
  /** The catalog provider that carries the product. */
  readonly provider?: ProviderInput | null | undefined;
  /** Stock keeping unit, at most 200 characters. */
  readonly sku?: string | null | undefined;
};

/** How much one unit holds of another. */
export type ProductPackageInput = {
  /** How many it holds, above 0, at most 1000000 with at most 5 decimals. */
  readonly holds: number;
  /** The unit that it holds, such as SQUARE_FEET. */
  readonly of: string;
  /** The unit, such as BUNDLES; at most 50 characters, kept in capitals. */
  readonly unit: string;
};

/** An account at a provider as it is to be connected. */
export type ProviderConnectionInput = {
  /** What the provider gave out for the account, at most 4000 ASCII characters. */
  readonly accessToken: string;
  /** Number of the account at the provider, at most 50 characters; some providers take digits only. */
  readonly accountNumber: string;
  /** The branch that is to deliver, at most 50 characters. Left out: whichever the provider chooses. */
  readonly branch?: string | null | undefined;
  /** An identifier of orderProviders. Known values: abc-supply, srs, qxo; others may follow. */
  readonly providerIdentifier: string;
};

/** A provider of product catalogs. */
export type ProviderInput = {
  /** Stable short name of the provider, such as abc-supply. */
  readonly identifier: string;
  /** Name to show. */
  readonly name: string;
};

/** A template as it is to be. */
export type TemplateInput = {
  /** Whether lines of the same product, unit and color are added before they are rounded up to whole packages. */
  readonly combineSameProducts?: boolean | null | undefined;
  /** 1 to 1000 lines in the order of their items. */
  readonly lines: ReadonlyArray<TemplateLineInput>;
  /** 1 to 200 characters, unique in the organization whatever its capitals. */
  readonly name: string;
  /** Known values: ROOF, SIDING; others are kept as given. At most 200 characters. */
  readonly tradeType: string;
  /**
   * The fraction added for waste where a line has none, 0 to 1 with at most 5 decimals. Null: that of the
   * organization.
   */
  readonly wasteFactor?: number | null | undefined;
};

/** A line of a template: what it becomes is computed from the measurements of a job. */
export type TemplateLineInput = {
  /** The color, at most 100 characters. */
  readonly color?: string | null | undefined;
  /** At most 10, all of which must hold; else the line makes no item. */
  readonly conditions?: ReadonlyArray<MeasureConditionInput> | null | undefined;
  /**
   * Measurement units that one quantity unit covers, above 0, at most 1000000 with at most 5 decimals. Null:
   * what the product's packages say.
   */
  readonly coverage?: number | null | undefined;
  /** The line that this is to be; null for a new one. */
  readonly id?: number | null | undefined;
  /** Group of the item, 1 to 200 characters. */
  readonly listItemGroupName: string;
  /**
   * The fraction added to the cost for the price, 0 to 10 with at most 4 decimals. Left out or null: 0. Without the scope
   * prices:read, a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly markup?: number | null | undefined;
  /** What drives the line: the sum of 1 to 10 measures. */
  readonly measure: ReadonlyArray<MeasureTermInput>;
  /**
   * squares (100 square feet) for areas, linear_feet for lengths, null for counts of pieces. All measures of
   * the line must come to it.
   */
  readonly measurementUnits?: string | null | undefined;
  /** Least quantity as soon as the measurement is above 0, 0 to 1000000 with at most 5 decimals. */
  readonly minimumQuantity?: number | null | undefined;
  /** Name of the item, 1 to 200 characters. */
  readonly name: string;
  /** Notes for the crew or the supplier, at most 2000 characters. */
  readonly notes?: string | null | undefined;
  /** A product of the template's organization; null for labor and other lines without one. */
  readonly productId?: number | null | undefined;
  /**
   * Unit of the quantity, such as BUNDLES; BOXES, EACH, TUBES, PIECES, SQUARES, LINEAR_FEET, ROLLS, PALLETS. At most
   * 50 characters, kept in capitals.
   */
  readonly quantityUnits: string;
  /** whole (up to whole packages), step (up to a multiple of roundingStep) or exact (as calculated). */
  readonly rounding?: string | null | undefined;
  /** In quantity units, above 0, at most 1000000 with at most 5 decimals; only with rounding step. */
  readonly roundingStep?: number | null | undefined;
  /** Tax in per cent, 0 to 100 with at most 4 decimals: 7.25 means 7.25 %. */
  readonly taxPercent?: number | null | undefined;
  /** MATERIAL, LABOR or OTHER. */
  readonly type: string;
  /**
   * Cost of one unit before tax, 0 to 1000000 with at most 4 decimals. Left out or null: 0. Without the scope prices:read,
   * a line with an id keeps its own, and another one is FORBIDDEN.
   */
  readonly unitCost?: number | null | undefined;
  /** A vendor of the template's organization. Needs the scope vendors:read. */
  readonly vendorId?: number | null | undefined;
  /** The fraction added for waste, 0 to 1 with at most 5 decimals. Null: that of the template. */
  readonly wasteFactor?: number | null | undefined;
};

/** A vendor as it is to be. All texts are one line; spaces around them are dropped, and a blank one is null. */
export type VendorInput = {
  /** Number of the organization's account at the vendor, printed on orders; at most 50 characters. */
  readonly accountNumber?: string | null | undefined;
  /** The postal address: at most 6 lines of at most 100 characters; blank ones are dropped. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** Whom to ask for there, at most 100 characters. */
  readonly contactName?: string | null | undefined;
  /** An email address, at most 254 characters. */
  readonly email?: string | null | undefined;
  /** At most 50 characters. */
  readonly phone?: string | null | undefined;
  /** 1 to 200 characters; it need not be unique. */
  readonly vendorName: string;
};

/** A change of a vendor. What is left out stays as it is. */
export type VendorUpdate = {
  /** Number of the organization's account at the vendor, at most 50 characters; null removes it. */
  readonly accountNumber?: string | null | undefined;
  /** The postal address: at most 6 lines of at most 100 characters; null removes it. */
  readonly addressLines?: ReadonlyArray<string> | null | undefined;
  /** Whom to ask for there, at most 100 characters; null removes it. */
  readonly contactName?: string | null | undefined;
  /** An email address, at most 254 characters; null removes it. */
  readonly email?: string | null | undefined;
  /** At most 50 characters; null removes it. */
  readonly phone?: string | null | undefined;
  /** 1 to 200 characters. Null is refused. */
  readonly vendorName?: string | null | undefined;
};

/** A header that is added to every message of a webhook. */
export type WebhookHeaderInput = {
  /** Such as x-api-key; capital and small letters are the same. */
  readonly name: string;
  /** The value of the header. */
  readonly value: string;
};

export type AuditLogQueryVariables = Exact<{
  orgId: number;
  since?: string | null | undefined;
  actor?: AuditActorInput | null | undefined;
  target?: AuditTargetInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly auditLog: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly sequence: number, readonly occurredAt: string, readonly recordedAt: string, readonly operation: string, readonly changes: unknown, readonly requestId: string | null, readonly trace: string | null, readonly clientAddress: string | null, readonly previousHash: string, readonly hash: string, readonly actor: { readonly userId: number | null, readonly clientId: string | null }, readonly target: { readonly type: string, readonly id: string } }>, readonly pageInfo: PageInfoFieldsFragment } };

export type DistributionOrderFieldsFragment = { readonly id: string, readonly orgId: number, readonly productionListId: number, readonly jobId: number, readonly state: string, readonly status: string | null, readonly rawStatus: string | null, readonly confirmationNumber: string | null, readonly failure: string | null, readonly createdAt: string, readonly updatedAt: string, readonly submittedAt: string | null, readonly cancelRequestedAt: string | null, readonly order: OrderFieldsFragment, readonly vendor: { readonly id: number, readonly vendorName: string }, readonly rejectedLines: ReadonlyArray<OrderListItemFieldsFragment> };

export type DistributionOrderQueryVariables = Exact<{
  id: string | number;
}>;


export type DistributionOrderQuery = { readonly projectManagementDistributionOrder: DistributionOrderFieldsFragment | null };

export type DistributionOrdersQueryVariables = Exact<{
  orgId: number;
  productionListId?: string | number | null | undefined;
  vendorId?: number | null | undefined;
  state?: string | null | undefined;
  updatedSince?: string | null | undefined;
  needsAttention?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DistributionOrdersQuery = { readonly projectManagementDistributionOrders: { readonly nodes: ReadonlyArray<DistributionOrderFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type OrderProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type OrderProvidersQuery = { readonly orderProviders: ReadonlyArray<{ readonly identifier: string, readonly name: string, readonly canCancel: boolean, readonly isConfigured: boolean, readonly limits: { readonly purchaseOrderNumberLength: number | null, readonly purchaseOrderNumberRequired: boolean, readonly lineCount: number | null, readonly deliveryInstructionsLength: number | null, readonly deliveryInstructionsSeenLength: number | null, readonly jobNameLength: number | null, readonly jobNumberLength: number | null, readonly addressLineLength: number | null, readonly shipToRequired: boolean, readonly numericAccountNumber: boolean } }> };

export type DistributionOrderCreateMutationVariables = Exact<{
  productionListId: string | number;
  vendorId: number;
  listItemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  jobName?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
}>;


export type DistributionOrderCreateMutation = { readonly projectManagementDistributionOrderCreate: { readonly distributionOrder: DistributionOrderFieldsFragment | null } | null };

export type DistributionOrderCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type DistributionOrderCancelMutation = { readonly projectManagementDistributionOrderCancel: { readonly distributionOrder: DistributionOrderFieldsFragment | null } | null };

export type FileFieldsFragment = { readonly filename: string, readonly redirectUrl: string, readonly url: string, readonly contentType: string, readonly byteSize: number, readonly checksum: string };

export type OrderDocumentFieldsFragment = { readonly id: string, readonly productionListId: number, readonly orgId: number, readonly userId: number, readonly createdAt: string, readonly updatedAt: string, readonly state: string, readonly mode: string, readonly language: string, readonly paper: string, readonly csvPreset: string, readonly failure: string | null, readonly pdf: FileFieldsFragment | null, readonly csv: FileFieldsFragment | null };

export type OrderDocumentWithOrderFragment = (
  { readonly order: OrderFieldsFragment | null }
  & OrderDocumentFieldsFragment
);

export type OrganizationBrandFieldsFragment = { readonly orgId: number, readonly name: string, readonly addressLines: ReadonlyArray<string>, readonly phone: string | null, readonly email: string | null, readonly website: string | null, readonly accentColor: string | null, readonly language: string, readonly paper: string, readonly csvPreset: string, readonly timeZone: string | null, readonly updatedAt: string | null, readonly logo: { readonly contentType: string, readonly width: number, readonly height: number, readonly byteSize: number } | null };

export type OrderDocumentsQueryVariables = Exact<{
  productionListId?: string | number | null | undefined;
  orderDocumentIds?: ReadonlyArray<string | number> | string | number | null | undefined;
}>;


export type OrderDocumentsQuery = { readonly projectManagementOrderDocuments: ReadonlyArray<OrderDocumentWithOrderFragment> };

export type OrganizationBrandQueryVariables = Exact<{
  orgId: number;
}>;


export type OrganizationBrandQuery = { readonly organizationBrand: OrganizationBrandFieldsFragment | null };

export type OrderDocumentCreateMutationVariables = Exact<{
  orderDocumentAttributes: OrderDocumentCreate;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  listItemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
}>;


export type OrderDocumentCreateMutation = { readonly projectManagementOrderDocumentCreate: { readonly orderDocument: OrderDocumentWithOrderFragment | null } | null };

export type OrderDocumentsCreateByVendorMutationVariables = Exact<{
  productionListId: string | number;
  listItemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  vendorId?: number | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type OrderDocumentsCreateByVendorMutation = { readonly projectManagementOrderDocumentsCreateByVendor: { readonly orderDocuments: ReadonlyArray<OrderDocumentWithOrderFragment> } | null };

export type OrderDocumentRenderMutationVariables = Exact<{
  orderId: string | number;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type OrderDocumentRenderMutation = { readonly projectManagementOrderDocumentRender: { readonly orderDocument: OrderDocumentFieldsFragment | null } | null };

export type OrganizationBrandUpdateMutationVariables = Exact<{
  orgId: number;
  brand: OrganizationBrandInput;
}>;


export type OrganizationBrandUpdateMutation = { readonly organizationBrandUpdate: { readonly organizationBrand: OrganizationBrandFieldsFragment | null } | null };

export type JobMeasurementFieldsFragment = { readonly version: number, readonly createdAt: string, readonly userId: number | null, readonly measurements: unknown, readonly source: MeasurementSourceFieldsFragment | null };

export type MeasurementFileFieldsFragment = { readonly id: string, readonly orgId: number, readonly userId: number, readonly filename: string, readonly contentType: string, readonly byteSize: number, readonly sha256: string, readonly path: string, readonly createdAt: string, readonly importedAt: string | null };

export type MeasurementSourceFieldsFragment = { readonly vendor: string, readonly format: string, readonly version: string | null, readonly reportId: string | null, readonly provenances: unknown, readonly file: MeasurementFileFieldsFragment | null };

export type JobFieldsFragment = { readonly id: number, readonly name: string | null, readonly orgId: number, readonly externalIdentifier: string | null, readonly createdAt: string, readonly updatedAt: string };

export type JobQueryVariables = Exact<{
  id: number;
}>;


export type JobQuery = { readonly job: (
    { readonly measurement: JobMeasurementFieldsFragment | null }
    & JobFieldsFragment
  ) | null };

export type JobMeasurementsQueryVariables = Exact<{
  id: number;
}>;


export type JobMeasurementsQuery = { readonly job: { readonly id: number, readonly measurements: ReadonlyArray<JobMeasurementFieldsFragment> } | null };

export type JobsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  newestFirst?: boolean | null | undefined;
  updatedSince?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type JobsQuery = { readonly jobs: { readonly nodes: ReadonlyArray<JobFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type JobStatesQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  newestFirst?: boolean | null | undefined;
  updatedSince?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type JobStatesQuery = { readonly jobs: { readonly nodes: ReadonlyArray<(
      { readonly measurementVersion: number | null, readonly productionListCount: number, readonly state: string | null }
      & JobFieldsFragment
    )>, readonly pageInfo: PageInfoFieldsFragment } };

export type JobOrdersQueryVariables = Exact<{
  id: number;
}>;


export type JobOrdersQuery = { readonly job: (
    { readonly measurementVersion: number | null, readonly productionListCount: number, readonly state: string | null, readonly orders: ReadonlyArray<OrderFieldsFragment> | null }
    & JobFieldsFragment
  ) | null };

export type JobUpsertMutationVariables = Exact<{
  orgId: number;
  id?: number | null | undefined;
  externalIdentifier?: string | null | undefined;
  name?: string | null | undefined;
}>;


export type JobUpsertMutation = { readonly jobUpsert: { readonly job: JobFieldsFragment | null } | null };

export type JobMeasurementsImportMutationVariables = Exact<{
  jobId: number;
  measurements: unknown;
}>;


export type JobMeasurementsImportMutation = { readonly jobMeasurementsImport: { readonly job: JobFieldsFragment | null, readonly measurement: JobMeasurementFieldsFragment | null } | null };

export type MeasurementFilePreviewQueryVariables = Exact<{
  id: string | number;
  jobId?: number | null | undefined;
}>;


export type MeasurementFilePreviewQuery = { readonly measurementFilePreview: { readonly warnings: ReadonlyArray<string>, readonly measurements: unknown, readonly file: MeasurementFileFieldsFragment, readonly source: MeasurementSourceFieldsFragment, readonly figures: ReadonlyArray<{ readonly name: string, readonly value: unknown, readonly unit: string, readonly provenance: string, readonly currentValue: unknown }>, readonly unreadable: { readonly code: string, readonly message: string } | null } | null };

export type JobMeasurementFileImportMutationVariables = Exact<{
  jobId: number;
  fileId: string | number;
}>;


export type JobMeasurementFileImportMutation = { readonly jobMeasurementFileImport: { readonly job: JobFieldsFragment | null, readonly measurement: JobMeasurementFieldsFragment | null } | null };

export type JobsImportMutationVariables = Exact<{
  orgId: number;
  jobs: ReadonlyArray<JobImport> | JobImport;
}>;


export type JobsImportMutation = { readonly jobsImport: { readonly created: number, readonly changed: number, readonly unchanged: number, readonly errors: ReadonlyArray<{ readonly index: number, readonly externalIdentifier: string, readonly path: string, readonly message: string }> } };

export type ProductFieldsFragment = { readonly id: number, readonly name: string, readonly manufacturerUrl: string | null, readonly productType: string, readonly displayName: string | null, readonly sku: string | null, readonly provider: { readonly identifier: string, readonly name: string } | null, readonly packages: ReadonlyArray<{ readonly unit: string, readonly holds: number, readonly of: string }> };

export type ListItemFieldsFragment = { readonly id: number, readonly name: string, readonly calculatedQuantity: number, readonly quantity: number, readonly quantityUnits: string, readonly measurement: number, readonly measurementUnits: string | null, readonly isManualMeasurement: boolean, readonly listItemGroupName: string, readonly color: string | null, readonly notes: string, readonly pretaxCost: number | null, readonly taxPercent: number, readonly totalCost: number | null, readonly totalPrice: number, readonly markup: number | null, readonly unitCost: number | null, readonly wasteFactor: number, readonly tradeType: string, readonly type: string, readonly SKU: string | null, readonly sortOrder: number, readonly product: ProductFieldsFragment | null, readonly vendor: { readonly id: number } | null };

export type ProductionListFieldsFragment = { readonly id: number, readonly version: number, readonly name: string | null, readonly createdAt: string, readonly updatedAt: string, readonly measurementVersion: number, readonly templateIds: ReadonlyArray<number>, readonly soldAt: string | null, readonly contractLaborTotal: number | null, readonly contractMaterialSubtotal: number | null, readonly contractMaterialTax: number | null, readonly contractMaterialTotal: number | null, readonly contractOtherTotal: number | null, readonly contractPreDiscountPrice: number, readonly contractTotalCost: number | null, readonly contractTotalPrice: number, readonly laborTotalCost: number | null, readonly materialPretaxCost: number | null, readonly materialSalesTax: number | null, readonly materialTotalCost: number | null, readonly otherTotalCost: number | null, readonly profitAmount: number | null, readonly profitMargin: number | null, readonly totalCost: number | null, readonly totalDiscount: number, readonly totalPrice: number, readonly salesOpportunity: { readonly id: number, readonly orgId: number, readonly job: { readonly id: number, readonly name: string | null, readonly externalIdentifier: string | null } } };

export type MissingMaterialFieldsFragment = { readonly kind: string, readonly name: string, readonly measure: string, readonly measured: number, readonly measurementUnits: string | null, readonly code: string, readonly listItemName: string | null, readonly reason: string };

export type ProductionListWithItemsFragment = (
  { readonly listItems: ReadonlyArray<ListItemFieldsFragment> }
  & ProductionListFieldsFragment
);

export type ProductionListDiffFieldsFragment = { readonly isEmpty: boolean, readonly itemCount: number, readonly fields: ReadonlyArray<{ readonly field: string, readonly from: unknown, readonly to: unknown }>, readonly items: ReadonlyArray<{ readonly kind: string, readonly changeId: number, readonly listItemId: number | null, readonly name: string, readonly position: number | null, readonly changes: ReadonlyArray<{ readonly field: string, readonly from: unknown, readonly to: unknown }> }>, readonly itemOrder: { readonly from: ReadonlyArray<number>, readonly to: ReadonlyArray<number> } | null };

export type ProductionListQueryVariables = Exact<{
  jobId: number;
  orgId: number;
}>;


export type ProductionListQuery = { readonly projectManagementProductionList: ProductionListWithItemsFragment | null };

export type ProductionListByIdQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListByIdQuery = { readonly projectManagementProductionListById: ProductionListWithItemsFragment | null };

export type ProductionListMissingMaterialsQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListMissingMaterialsQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly missingMaterials: ReadonlyArray<MissingMaterialFieldsFragment> } | null };

export type ProductionListsQueryVariables = Exact<{
  orgId: number;
  jobId?: number | null | undefined;
  updatedSince?: string | null | undefined;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductionListsQuery = { readonly projectManagementProductionLists: { readonly nodes: ReadonlyArray<ProductionListFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type ProductionListsWithItemsQueryVariables = Exact<{
  orgId: number;
  jobId?: number | null | undefined;
  updatedSince?: string | null | undefined;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductionListsWithItemsQuery = { readonly projectManagementProductionLists: { readonly nodes: ReadonlyArray<ProductionListWithItemsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type ProductionListExplanationsQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListExplanationsQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly listItems: ReadonlyArray<{ readonly id: number, readonly name: string, readonly explanation: { readonly sentence: string | null, readonly measure: string | null, readonly measurementVersion: number, readonly computedMeasurement: number, readonly measurement: number, readonly measurementUnits: string | null, readonly coverage: number, readonly wasteFactor: number, readonly calculatedQuantity: number, readonly carriedIn: number, readonly minimumQuantity: number | null, readonly rounding: string, readonly roundingStep: number | null, readonly isCombined: boolean, readonly quantity: number, readonly leftover: number, readonly unitCost: number | null, readonly unitCostSource: string, readonly priceEffectiveFrom: string | null, readonly manualFields: ReadonlyArray<string>, readonly templateId: number | null, readonly templateLineId: number | null } | null }> } | null };

export type ProductionListQuantitiesInQueryVariables = Exact<{
  id: number;
  unit: string;
}>;


export type ProductionListQuantitiesInQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly listItems: ReadonlyArray<{ readonly id: number, readonly name: string, readonly quantityIn: number | null }> } | null };

export type ProductionListPriceWarningsQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListPriceWarningsQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly priceWarnings: ReadonlyArray<{ readonly listItemId: number, readonly unitCost: number | null, readonly unitCostSource: string, readonly taxPercent: number, readonly currentUnitCost: number | null, readonly currentTaxPercent: number | null, readonly effectiveFrom: string | null, readonly code: string, readonly reason: string | null }> } | null };

export type ProductionListPreviewQueryVariables = Exact<{
  jobId: number;
  templateIds: ReadonlyArray<number> | number;
  measurementVersion?: number | null | undefined;
}>;


export type ProductionListPreviewQuery = { readonly projectManagementProductionListPreview: { readonly orgId: number, readonly jobId: number, readonly name: string, readonly measurementVersion: number, readonly templateIds: ReadonlyArray<number>, readonly laborTotalCost: number | null, readonly materialPretaxCost: number | null, readonly materialSalesTax: number | null, readonly materialTotalCost: number | null, readonly otherTotalCost: number | null, readonly profitAmount: number | null, readonly profitMargin: number | null, readonly totalCost: number | null, readonly totalPrice: number, readonly listItems: ReadonlyArray<{ readonly name: string, readonly calculatedQuantity: number, readonly quantity: number, readonly quantityUnits: string, readonly measurement: number, readonly measurementUnits: string | null, readonly listItemGroupName: string, readonly color: string | null, readonly notes: string, readonly pretaxCost: number | null, readonly taxPercent: number, readonly totalCost: number | null, readonly totalPrice: number, readonly markup: number | null, readonly unitCost: number | null, readonly wasteFactor: number, readonly tradeType: string, readonly type: string, readonly SKU: string | null, readonly sortOrder: number, readonly explanation: { readonly sentence: string | null, readonly measure: string | null, readonly coverage: number, readonly carriedIn: number, readonly leftover: number, readonly unitCostSource: string, readonly priceEffectiveFrom: string | null, readonly templateId: number | null, readonly templateLineId: number | null }, readonly product: ProductFieldsFragment | null, readonly vendor: { readonly id: number } | null }>, readonly missingMaterials: ReadonlyArray<MissingMaterialFieldsFragment> } };

export type ProductionListRevisionsQueryVariables = Exact<{
  id: number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductionListRevisionsQuery = { readonly projectManagementProductionListRevisions: { readonly nodes: ReadonlyArray<{ readonly version: number, readonly createdAt: string, readonly userId: number, readonly action: string, readonly diff: ProductionListDiffFieldsFragment }>, readonly pageInfo: PageInfoFieldsFragment } };

export type ProductionListDiffQueryVariables = Exact<{
  id: number;
  fromVersion: number;
  toVersion?: number | null | undefined;
}>;


export type ProductionListDiffQuery = { readonly projectManagementProductionListDiff: ProductionListDiffFieldsFragment | null };

export type ProductionListRecomputationQueryVariables = Exact<{
  id: number;
  measurementVersion?: number | null | undefined;
}>;


export type ProductionListRecomputationQuery = { readonly projectManagementProductionListRecomputation: { readonly digest: string, readonly measurementVersion: number, readonly diff: ProductionListDiffFieldsFragment } | null };

export type ProductionListCreateMutationVariables = Exact<{
  jobId: number;
  templateIds: ReadonlyArray<number> | number;
  name?: string | null | undefined;
}>;


export type ProductionListCreateMutation = { readonly projectManagementProductionListCreate: { readonly productionList: ProductionListWithItemsFragment | null } | null };

export type ProductionListUpdateMutationVariables = Exact<{
  id: number;
  name?: string | null | undefined;
  totalDiscount?: number | null | undefined;
  listItems?: ReadonlyArray<ListItemUpdate> | ListItemUpdate | null | undefined;
  addListItems?: ReadonlyArray<ListItemAdd> | ListItemAdd | null | undefined;
  removeListItemIds?: ReadonlyArray<number> | number | null | undefined;
  listItemOrder?: ReadonlyArray<number> | number | null | undefined;
  version?: number | null | undefined;
}>;


export type ProductionListUpdateMutation = { readonly projectManagementProductionListUpdate: { readonly productionList: ProductionListWithItemsFragment | null } | null };

export type ProductionListMarkSoldMutationVariables = Exact<{
  id: number;
  sold?: boolean;
  version?: number | null | undefined;
}>;


export type ProductionListMarkSoldMutation = { readonly projectManagementProductionListMarkSold: { readonly productionList: ProductionListFieldsFragment | null } | null };

export type ProductionListRecomputeMutationVariables = Exact<{
  id: number;
  digest: string;
  measurementVersion?: number | null | undefined;
  changeIds?: ReadonlyArray<number> | number | null | undefined;
}>;


export type ProductionListRecomputeMutation = { readonly projectManagementProductionListRecompute: { readonly productionList: ProductionListWithItemsFragment | null } | null };

export type ProductionListRepriceMutationVariables = Exact<{
  id: number;
  listItemIds?: ReadonlyArray<number> | number | null | undefined;
  version?: number | null | undefined;
}>;


export type ProductionListRepriceMutation = { readonly projectManagementProductionListReprice: { readonly productionList: ProductionListWithItemsFragment | null } | null };

export type OrderListItemFieldsFragment = { readonly id: string, readonly name: string, readonly quantity: number, readonly quantityUnits: string, readonly sku: string | null, readonly color: string | null, readonly listItemGroupName: string, readonly unitCost: number | null, readonly pretaxCost: number | null, readonly taxPercent: number, readonly totalCost: number | null, readonly rejectedReason: string | null, readonly credits: { readonly id: string } | null, readonly listItem: { readonly id: number } | null };

export type OrderFieldsFragment = { readonly id: string, readonly orgId: number, readonly jobId: number, readonly productionListId: number, readonly state: string, readonly kind: string, readonly externalIdentifier: string | null, readonly purchaseOrderNumber: string | null, readonly createdAt: string, readonly updatedAt: string, readonly cancelledAt: string | null, readonly cancelledBy: number | null, readonly cancelReason: string | null, readonly vendor: { readonly id: number, readonly vendorName: string }, readonly delivery: { readonly date: string | null, readonly window: string | null, readonly method: string | null, readonly placementNotes: string | null, readonly accessNotes: string | null, readonly shipTo: { readonly name: string | null, readonly lines: ReadonlyArray<string>, readonly city: string | null, readonly region: string | null, readonly postalCode: string | null, readonly country: string | null } | null, readonly contact: { readonly name: string | null, readonly phone: string | null, readonly email: string | null } | null } | null, readonly replaces: { readonly id: string } | null, readonly replacedBy: { readonly id: string } | null, readonly changes: { readonly id: string } | null, readonly changeOrders: ReadonlyArray<{ readonly id: string }>, readonly orderListItems: ReadonlyArray<OrderListItemFieldsFragment>, readonly distributionOrder: { readonly id: string, readonly state: string } | null };

export type OrderWithDocumentsFragment = (
  { readonly orderDocuments: ReadonlyArray<OrderDocumentFieldsFragment> }
  & OrderFieldsFragment
);

export type OrderQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderQuery = { readonly projectManagementOrder: OrderWithDocumentsFragment | null };

export type OrdersQueryVariables = Exact<{
  orgId: number;
  jobId?: number | null | undefined;
  productionListId?: string | number | null | undefined;
  vendorId?: number | null | undefined;
  state?: string | null | undefined;
  updatedSince?: string | null | undefined;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type OrdersQuery = { readonly projectManagementOrders: { readonly nodes: ReadonlyArray<OrderWithDocumentsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type ProductionListOrdersQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListOrdersQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly orders: ReadonlyArray<OrderWithDocumentsFragment> | null } | null };

export type ProductionListOrderCoverageQueryVariables = Exact<{
  id: number;
}>;


export type ProductionListOrderCoverageQuery = { readonly projectManagementProductionListById: { readonly id: number, readonly version: number, readonly orderCoverage: ReadonlyArray<{ readonly listItemId: number, readonly quantityUnits: string | null, readonly quantity: number, readonly ordered: number, readonly overOrdered: number, readonly left: number, readonly listItem: { readonly id: number, readonly name: string, readonly quantityUnits: string } | null }> | null } | null };

export type OrderProductionListQueryVariables = Exact<{
  id: string | number;
}>;


export type OrderProductionListQuery = { readonly projectManagementOrder: { readonly id: string, readonly productionList: ProductionListFieldsFragment | null, readonly orderDocuments: ReadonlyArray<{ readonly id: string, readonly productionList: { readonly id: number, readonly version: number } | null }> } | null };

export type OrderCancelMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type OrderCancelMutation = { readonly projectManagementOrderCancel: { readonly order: OrderWithDocumentsFragment | null } | null };

export type OrderReorderMutationVariables = Exact<{
  id: string | number;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type OrderReorderMutation = { readonly projectManagementOrderReorder: { readonly orderDocument: OrderDocumentWithOrderFragment | null } | null };

export type OrderChangeMutationVariables = Exact<{
  id: string | number;
  additions?: ReadonlyArray<OrderAddition> | OrderAddition | null | undefined;
  credits?: ReadonlyArray<OrderCredit> | OrderCredit | null | undefined;
  purchaseOrderNumber?: string | null | undefined;
  externalIdentifier?: string | null | undefined;
  delivery?: OrderDeliveryInput | null | undefined;
  document?: OrderDocumentOptions | null | undefined;
}>;


export type OrderChangeMutation = { readonly projectManagementOrderChange: { readonly orderDocument: OrderDocumentWithOrderFragment | null } | null };

export type PageInfoFieldsFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null };

export type PriceFieldsFragment = { readonly id: number, readonly sku: string, readonly name: string, readonly unit: string, readonly coverage: number | null, readonly coverageUnit: string | null, readonly colors: ReadonlyArray<string>, readonly unitCost: number | null, readonly taxPercent: number | null, readonly effectiveFrom: string, readonly effectiveTo: string | null, readonly createdAt: string, readonly userId: number };

export type PriceBookImportFieldsFragment = { readonly digest: string, readonly bookVersion: number, readonly added: number, readonly changed: number, readonly unchanged: number, readonly refused: number, readonly rows: ReadonlyArray<{ readonly row: number, readonly sku: string, readonly change: string, readonly reasons: ReadonlyArray<string>, readonly before: PriceFieldsFragment | null, readonly after: { readonly sku: string, readonly name: string, readonly unit: string, readonly coverage: number | null, readonly coverageUnit: string | null, readonly colors: ReadonlyArray<string>, readonly unitCost: number, readonly taxPercent: number | null, readonly effectiveFrom: string, readonly effectiveTo: string | null } | null }> };

export type PriceBookQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  search?: string | null | undefined;
  sku?: string | null | undefined;
  at?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PriceBookQuery = { readonly priceBook: { readonly orgId: number, readonly version: number, readonly updatedAt: string, readonly vendor: { readonly id: number } | null, readonly prices: { readonly nodes: ReadonlyArray<PriceFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } } | null };

export type PriceHistoryQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  search?: string | null | undefined;
  sku?: string | null | undefined;
  first?: number | null | undefined;
}>;


export type PriceHistoryQuery = { readonly priceBook: { readonly version: number, readonly prices: { readonly nodes: ReadonlyArray<{ readonly id: number, readonly sku: string, readonly history: ReadonlyArray<PriceFieldsFragment> }> } } | null };

export type PriceBookImportPreviewQueryVariables = Exact<{
  orgId: number;
  vendorId: number;
  csv: string;
}>;


export type PriceBookImportPreviewQuery = { readonly priceBookImportPreview: PriceBookImportFieldsFragment };

export type PriceBookImportMutationVariables = Exact<{
  orgId: number;
  vendorId: number;
  csv: string;
  digest?: string | null | undefined;
}>;


export type PriceBookImportMutation = { readonly priceBookImport: PriceBookImportFieldsFragment };

export type TemplateFieldsFragment = { readonly id: number, readonly orgId: number, readonly version: number, readonly name: string, readonly tradeType: string, readonly wasteFactor: number | null, readonly combineSameProducts: boolean, readonly createdAt: string, readonly updatedAt: string, readonly archivedAt: string | null };

export type TemplateWithLinesFragment = (
  { readonly lines: ReadonlyArray<{ readonly id: number, readonly sortOrder: number, readonly name: string, readonly listItemGroupName: string, readonly type: string, readonly measurementUnits: string | null, readonly coverage: number | null, readonly quantityUnits: string, readonly wasteFactor: number | null, readonly rounding: string, readonly roundingStep: number | null, readonly minimumQuantity: number | null, readonly productId: number | null, readonly color: string | null, readonly notes: string, readonly vendorId: number | null, readonly unitCost: number | null, readonly markup: number | null, readonly taxPercent: number, readonly measure: ReadonlyArray<{ readonly measure: string, readonly width: number | null, readonly times: number | null, readonly pitchAbove: number | null }>, readonly conditions: ReadonlyArray<{ readonly measure: string, readonly above: number, readonly pitchAbove: number | null }>, readonly product: ProductFieldsFragment | null }> }
  & TemplateFieldsFragment
);

export type TemplateQueryVariables = Exact<{
  id: number;
}>;


export type TemplateQuery = { readonly template: TemplateWithLinesFragment | null };

export type TemplatesQueryVariables = Exact<{
  orgId: number;
  tradeType?: string | null | undefined;
  search?: string | null | undefined;
  includeArchived?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TemplatesQuery = { readonly templates: { readonly nodes: ReadonlyArray<TemplateFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type ProductsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ProductsQuery = { readonly products: { readonly nodes: ReadonlyArray<ProductFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type OrganizationDefaultsQueryVariables = Exact<{
  orgId: number;
}>;


export type OrganizationDefaultsQuery = { readonly organizationDefaults: { readonly wasteFactor: number } | null };

export type MeasuresQueryVariables = Exact<{ [key: string]: never; }>;


export type MeasuresQuery = { readonly measures: ReadonlyArray<{ readonly name: string, readonly dimension: string, readonly units: string | null, readonly description: string }> };

export type TemplateCreateMutationVariables = Exact<{
  orgId: number;
  template: TemplateInput;
}>;


export type TemplateCreateMutation = { readonly templateCreate: { readonly template: TemplateWithLinesFragment | null } | null };

export type TemplateUpdateMutationVariables = Exact<{
  id: number;
  template: TemplateInput;
  version?: number | null | undefined;
}>;


export type TemplateUpdateMutation = { readonly templateUpdate: { readonly template: TemplateWithLinesFragment | null } | null };

export type TemplateCopyMutationVariables = Exact<{
  id: number;
  name: string;
}>;


export type TemplateCopyMutation = { readonly templateCopy: { readonly template: TemplateWithLinesFragment | null } | null };

export type TemplateArchiveMutationVariables = Exact<{
  id: number;
}>;


export type TemplateArchiveMutation = { readonly templateArchive: { readonly template: TemplateFieldsFragment | null } | null };

export type TemplateRestoreMutationVariables = Exact<{
  id: number;
}>;


export type TemplateRestoreMutation = { readonly templateRestore: { readonly template: TemplateFieldsFragment | null } | null };

export type ProductUpsertMutationVariables = Exact<{
  orgId: number;
  id?: number | null | undefined;
  product: ProductInput;
}>;


export type ProductUpsertMutation = { readonly productUpsert: { readonly product: ProductFieldsFragment | null } | null };

export type OrganizationDefaultsUpdateMutationVariables = Exact<{
  orgId: number;
  wasteFactor: number;
}>;


export type OrganizationDefaultsUpdateMutation = { readonly organizationDefaultsUpdate: { readonly wasteFactor: number } | null };

export type VendorFieldsFragment = { readonly id: number, readonly orgId: number, readonly vendorName: string, readonly contactName: string | null, readonly phone: string | null, readonly email: string | null, readonly addressLines: ReadonlyArray<string>, readonly accountNumber: string | null, readonly archivedAt: string | null, readonly updatedAt: string, readonly provider: { readonly identifier: string, readonly name: string } | null };

export type VendorWithConnectionFragment = (
  { readonly connection: { readonly accountNumber: string, readonly branch: string | null, readonly connectedAt: string, readonly provider: { readonly identifier: string, readonly name: string } } | null }
  & VendorFieldsFragment
);

export type VendorQueryVariables = Exact<{
  id: number;
}>;


export type VendorQuery = { readonly vendor: VendorFieldsFragment | null };

export type VendorAccountQueryVariables = Exact<{
  id: number;
}>;


export type VendorAccountQuery = { readonly vendor: VendorWithConnectionFragment | null };

export type VendorsQueryVariables = Exact<{
  orgId: number;
  search?: string | null | undefined;
  includeArchived?: boolean | null | undefined;
  updatedSince?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type VendorsQuery = { readonly vendors: { readonly nodes: ReadonlyArray<VendorFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type VendorCreateMutationVariables = Exact<{
  orgId: number;
  vendor: VendorInput;
}>;


export type VendorCreateMutation = { readonly vendorCreate: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorUpdateMutationVariables = Exact<{
  id: number;
  vendor: VendorUpdate;
}>;


export type VendorUpdateMutation = { readonly vendorUpdate: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorArchiveMutationVariables = Exact<{
  id: number;
}>;


export type VendorArchiveMutation = { readonly vendorArchive: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorRestoreMutationVariables = Exact<{
  id: number;
}>;


export type VendorRestoreMutation = { readonly vendorRestore: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorConnectMutationVariables = Exact<{
  id: number;
  connection: ProviderConnectionInput;
}>;


export type VendorConnectMutation = { readonly vendorConnect: { readonly vendor: VendorFieldsFragment | null } | null };

export type VendorDisconnectMutationVariables = Exact<{
  id: number;
}>;


export type VendorDisconnectMutation = { readonly vendorDisconnect: { readonly vendor: VendorFieldsFragment | null } | null };

export type WebhookFieldsFragment = { readonly id: number, readonly orgId: number, readonly url: string, readonly events: ReadonlyArray<string> | null, readonly description: string | null, readonly createdAt: string, readonly updatedAt: string, readonly verifiedAt: string | null, readonly disabledAt: string | null, readonly lastError: string | null, readonly headerNames: ReadonlyArray<string>, readonly rateLimit: number | null, readonly ordered: boolean, readonly pausedUntil: string | null };

export type WebhookDeliveryFieldsFragment = { readonly id: string, readonly webhookId: number, readonly event: string, readonly state: string, readonly createdAt: string, readonly finishedAt: string | null, readonly nextAttemptAt: string | null, readonly payload: unknown, readonly attempts: ReadonlyArray<{ readonly at: string, readonly statusCode: number | null, readonly durationMs: number, readonly error: string | null, readonly responseBody: string | null }> };

export type WebhooksQueryVariables = Exact<{
  orgId: number;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { readonly webhooks: { readonly nodes: ReadonlyArray<WebhookFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } };

export type WebhookQueryVariables = Exact<{
  id: number;
}>;


export type WebhookQuery = { readonly webhook: WebhookFieldsFragment | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: number;
  state?: string | null | undefined;
  event?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  resourceId?: string | number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { readonly webhook: { readonly id: number, readonly deliveries: { readonly nodes: ReadonlyArray<WebhookDeliveryFieldsFragment>, readonly pageInfo: PageInfoFieldsFragment } } | null };

export type WebhookDeliveryQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeliveryQuery = { readonly webhookDelivery: WebhookDeliveryFieldsFragment | null };

export type OrganizationDeliveriesQueryVariables = Exact<{
  orgId: number;
  state?: string | null | undefined;
  event?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  resourceId?: string | number | null | undefined;
  needsAttention?: boolean | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type OrganizationDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<(
      { readonly lastAttempt: { readonly at: string, readonly statusCode: number | null, readonly durationMs: number, readonly error: string | null, readonly responseBody: string | null } | null }
      & WebhookDeliveryFieldsFragment
    )>, readonly pageInfo: PageInfoFieldsFragment } };

export type WebhookEventsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventsQuery = { readonly webhookEvents: ReadonlyArray<{ readonly name: string, readonly description: string, readonly example: unknown, readonly schema: unknown }> };

export type WebhookCreateMutationVariables = Exact<{
  orgId: number;
  url: string;
  events?: ReadonlyArray<string> | string | null | undefined;
  description?: string | null | undefined;
  headers?: ReadonlyArray<WebhookHeaderInput> | WebhookHeaderInput | null | undefined;
  rateLimit?: number | null | undefined;
  ordered?: boolean | null | undefined;
}>;


export type WebhookCreateMutation = { readonly webhookCreate: { readonly secret: string, readonly webhook: WebhookFieldsFragment } };

export type WebhookVerifyMutationVariables = Exact<{
  code: string;
}>;


export type WebhookVerifyMutation = { readonly webhookVerify: WebhookFieldsFragment };

export type WebhookVerificationResendMutationVariables = Exact<{
  id: number;
}>;


export type WebhookVerificationResendMutation = { readonly webhookVerificationResend: WebhookFieldsFragment };

export type WebhookUpdateMutationVariables = Exact<{
  id: number;
  url?: string | null | undefined;
  events?: ReadonlyArray<string> | string | null | undefined;
  description?: string | null | undefined;
  headers?: ReadonlyArray<WebhookHeaderInput> | WebhookHeaderInput | null | undefined;
  rateLimit?: number | null | undefined;
  ordered?: boolean | null | undefined;
}>;


export type WebhookUpdateMutation = { readonly webhookUpdate: WebhookFieldsFragment };

export type WebhookDeleteMutationVariables = Exact<{
  id: number;
}>;


export type WebhookDeleteMutation = { readonly webhookDelete: boolean };

export type WebhookEnableMutationVariables = Exact<{
  id: number;
}>;


export type WebhookEnableMutation = { readonly webhookEnable: (
    { readonly deliveriesMadeDue: number | null }
    & WebhookFieldsFragment
  ) };

export type WebhookDisableMutationVariables = Exact<{
  id: number;
}>;


export type WebhookDisableMutation = { readonly webhookDisable: WebhookFieldsFragment };

export type WebhookSecretRotateMutationVariables = Exact<{
  id: number;
  overlapHours?: number | null | undefined;
}>;


export type WebhookSecretRotateMutation = { readonly webhookSecretRotate: { readonly secret: string, readonly webhook: WebhookFieldsFragment } };

export type WebhookTestMutationVariables = Exact<{
  id: number;
  event: string;
}>;


export type WebhookTestMutation = { readonly webhookTest: WebhookDeliveryFieldsFragment };

export type WebhookDeliveryRetryMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeliveryRetryMutation = { readonly webhookDeliveryRetry: WebhookDeliveryFieldsFragment };

export type WebhookReplayMutationVariables = Exact<{
  id: number;
  since: string;
  until?: string | null | undefined;
  onlyFailed?: boolean | null | undefined;
}>;


export type WebhookReplayMutation = { readonly webhookReplay: number };

const DistributionOrderFieldsText = 'fragment DistributionOrderFields on DistributionOrder{id orgId productionListId jobId state status rawStatus confirmationNumber failure order{...OrderFields}vendor{id vendorName}rejectedLines{...OrderListItemFields}createdAt updatedAt submittedAt cancelRequestedAt}'

const FileFieldsText = 'fragment FileFields on File{filename redirectUrl url contentType byteSize checksum}'

const OrderDocumentFieldsText = 'fragment OrderDocumentFields on OrderDocument{id productionListId orgId userId createdAt updatedAt state pdf{...FileFields}csv{...FileFields}mode language paper csvPreset failure}'

const OrderDocumentWithOrderText = 'fragment OrderDocumentWithOrder on OrderDocument{...OrderDocumentFields order{...OrderFields}}'

const OrganizationBrandFieldsText = 'fragment OrganizationBrandFields on OrganizationBrand{orgId name addressLines phone email website accentColor logo{contentType width height byteSize}language paper csvPreset timeZone updatedAt}'

const JobMeasurementFieldsText = 'fragment JobMeasurementFields on JobMeasurement{version createdAt userId measurements source{...MeasurementSourceFields}}'

const MeasurementFileFieldsText = 'fragment MeasurementFileFields on MeasurementFile{id orgId userId filename contentType byteSize sha256 path createdAt importedAt}'

const MeasurementSourceFieldsText = 'fragment MeasurementSourceFields on MeasurementSource{file{...MeasurementFileFields}vendor format version reportId provenances}'

const JobFieldsText = 'fragment JobFields on Job{id name orgId externalIdentifier createdAt updatedAt}'

const ProductFieldsText = 'fragment ProductFields on Product{id name manufacturerUrl productType displayName provider{identifier name}sku packages{unit holds of}}'

const ListItemFieldsText = 'fragment ListItemFields on ListItem{id name calculatedQuantity quantity quantityUnits measurement measurementUnits isManualMeasurement listItemGroupName color notes pretaxCost taxPercent totalCost totalPrice markup unitCost wasteFactor tradeType type product{...ProductFields}SKU sortOrder vendor{id}}'

const ProductionListFieldsText = 'fragment ProductionListFields on ProductionList{id version name createdAt updatedAt measurementVersion templateIds soldAt contractLaborTotal contractMaterialSubtotal contractMaterialTax contractMaterialTotal contractOtherTotal contractPreDiscountPrice contractTotalCost contractTotalPrice laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost profitAmount profitMargin totalCost totalDiscount totalPrice salesOpportunity{id orgId job{id name externalIdentifier}}}'

const MissingMaterialFieldsText = 'fragment MissingMaterialFields on MissingMaterial{kind name measure measured measurementUnits code listItemName reason}'

const ProductionListWithItemsText = 'fragment ProductionListWithItems on ProductionList{...ProductionListFields listItems{...ListItemFields}}'

const ProductionListDiffFieldsText = 'fragment ProductionListDiffFields on ProductionListDiff{isEmpty fields{field from to}itemCount items{kind changeId listItemId name position changes{field from to}}itemOrder{from to}}'

const OrderListItemFieldsText = 'fragment OrderListItemFields on OrderListItem{id name quantity quantityUnits sku color listItemGroupName unitCost pretaxCost taxPercent totalCost credits{id}rejectedReason listItem{id}}'

const OrderFieldsText = 'fragment OrderFields on Order{id orgId jobId productionListId state kind externalIdentifier purchaseOrderNumber createdAt updatedAt vendor{id vendorName}delivery{date window method shipTo{name lines city region postalCode country}placementNotes accessNotes contact{name phone email}}cancelledAt cancelledBy cancelReason replaces{id}replacedBy{id}changes{id}changeOrders{id}orderListItems{...OrderListItemFields}distributionOrder{id state}}'

const OrderWithDocumentsText = 'fragment OrderWithDocuments on Order{...OrderFields orderDocuments{...OrderDocumentFields}}'

const PageInfoFieldsText = 'fragment PageInfoFields on PageInfo{hasNextPage endCursor}'

const PriceFieldsText = 'fragment PriceFields on Price{id sku name unit coverage coverageUnit colors unitCost taxPercent effectiveFrom effectiveTo createdAt userId}'

const PriceBookImportFieldsText = 'fragment PriceBookImportFields on PriceBookImport{digest bookVersion added changed unchanged refused rows{row sku change reasons before{...PriceFields}after{sku name unit coverage coverageUnit colors unitCost taxPercent effectiveFrom effectiveTo}}}'

const TemplateFieldsText = 'fragment TemplateFields on Template{id orgId version name tradeType wasteFactor combineSameProducts createdAt updatedAt archivedAt}'

const TemplateWithLinesText = 'fragment TemplateWithLines on Template{...TemplateFields lines{id sortOrder name listItemGroupName type measure{measure width times pitchAbove}measurementUnits coverage quantityUnits wasteFactor rounding roundingStep minimumQuantity conditions{measure above pitchAbove}productId product{...ProductFields}color notes vendorId unitCost markup taxPercent}}'

const VendorFieldsText = 'fragment VendorFields on Vendor{id orgId vendorName provider{identifier name}contactName phone email addressLines accountNumber archivedAt updatedAt}'

const VendorWithConnectionText = 'fragment VendorWithConnection on Vendor{...VendorFields connection{provider{identifier name}accountNumber branch connectedAt}}'

const WebhookFieldsText = 'fragment WebhookFields on Webhook{id orgId url events description createdAt updatedAt verifiedAt disabledAt lastError headerNames rateLimit ordered pausedUntil}'

const WebhookDeliveryFieldsText = 'fragment WebhookDeliveryFields on WebhookDelivery{id webhookId event state createdAt finishedAt nextAttemptAt payload attempts{at statusCode durationMs error responseBody}}'

/** The query `auditLog`. */
export const AuditLogDocument = ('query AuditLog($orgId:Int!$since:DateTime$actor:AuditActorInput$target:AuditTargetInput$first:Int=50$after:String){auditLog(orgId:$orgId since:$since actor:$actor target:$target first:$first after:$after){nodes{id sequence occurredAt recordedAt actor{userId clientId}operation target{type id}changes requestId trace clientAddress previousHash hash}pageInfo{...PageInfoFields}}}' + PageInfoFieldsText) as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>

/** The query `projectManagementDistributionOrder`. */
export const DistributionOrderDocument = ('query DistributionOrder($id:ID!){projectManagementDistributionOrder(id:$id){...DistributionOrderFields}}' + DistributionOrderFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<DistributionOrderQuery, DistributionOrderQueryVariables>

/** The query `projectManagementDistributionOrders`. */
export const DistributionOrdersDocument = ('query DistributionOrders($orgId:Int!$productionListId:ID$vendorId:Int$state:String$updatedSince:DateTime$needsAttention:Boolean$first:Int=50$after:String){projectManagementDistributionOrders(orgId:$orgId productionListId:$productionListId vendorId:$vendorId state:$state updatedSince:$updatedSince needsAttention:$needsAttention first:$first after:$after){nodes{...DistributionOrderFields}pageInfo{...PageInfoFields}}}' + DistributionOrderFieldsText + OrderFieldsText + OrderListItemFieldsText + PageInfoFieldsText) as TypedDocumentString<DistributionOrdersQuery, DistributionOrdersQueryVariables>

/** The query `orderProviders`. */
export const OrderProvidersDocument = ('query OrderProviders{orderProviders{identifier name canCancel isConfigured limits{purchaseOrderNumberLength purchaseOrderNumberRequired lineCount deliveryInstructionsLength deliveryInstructionsSeenLength jobNameLength jobNumberLength addressLineLength shipToRequired numericAccountNumber}}}') as TypedDocumentString<OrderProvidersQuery, OrderProvidersQueryVariables>

/** The mutation `projectManagementDistributionOrderCreate`. */
export const DistributionOrderCreateDocument = ('mutation DistributionOrderCreate($productionListId:ID!$vendorId:Int!$listItemIds:[ID!]$purchaseOrderNumber:String$externalIdentifier:String$jobName:String$delivery:OrderDeliveryInput){projectManagementDistributionOrderCreate(productionListId:$productionListId vendorId:$vendorId listItemIds:$listItemIds purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier jobName:$jobName delivery:$delivery){distributionOrder{...DistributionOrderFields}}}' + DistributionOrderFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<DistributionOrderCreateMutation, DistributionOrderCreateMutationVariables>

/** The mutation `projectManagementDistributionOrderCancel`. */
export const DistributionOrderCancelDocument = ('mutation DistributionOrderCancel($id:ID!){projectManagementDistributionOrderCancel(id:$id){distributionOrder{...DistributionOrderFields}}}' + DistributionOrderFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<DistributionOrderCancelMutation, DistributionOrderCancelMutationVariables>

/** The query `projectManagementOrderDocuments`. */
export const OrderDocumentsDocument = ('query OrderDocuments($productionListId:ID$orderDocumentIds:[ID!]){projectManagementOrderDocuments(productionListId:$productionListId orderDocumentIds:$orderDocumentIds){...OrderDocumentWithOrder}}' + OrderDocumentWithOrderText + OrderDocumentFieldsText + FileFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<OrderDocumentsQuery, OrderDocumentsQueryVariables>

/** The query `organizationBrand`. */
export const OrganizationBrandDocument = ('query OrganizationBrand($orgId:Int!){organizationBrand(orgId:$orgId){...OrganizationBrandFields}}' + OrganizationBrandFieldsText) as TypedDocumentString<OrganizationBrandQuery, OrganizationBrandQueryVariables>

/** The mutation `projectManagementOrderDocumentCreate`. */
export const OrderDocumentCreateDocument = ('mutation OrderDocumentCreate($orderDocumentAttributes:OrderDocumentCreate!$purchaseOrderNumber:String$externalIdentifier:String$listItemIds:[ID!]$delivery:OrderDeliveryInput){projectManagementOrderDocumentCreate(orderDocumentAttributes:$orderDocumentAttributes purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier listItemIds:$listItemIds delivery:$delivery){orderDocument{...OrderDocumentWithOrder}}}' + OrderDocumentWithOrderText + OrderDocumentFieldsText + FileFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<OrderDocumentCreateMutation, OrderDocumentCreateMutationVariables>

/** The mutation `projectManagementOrderDocumentsCreateByVendor`. */
export const OrderDocumentsCreateByVendorDocument = ('mutation OrderDocumentsCreateByVendor($productionListId:ID!$listItemIds:[ID!]$vendorId:Int$purchaseOrderNumber:String$externalIdentifier:String$delivery:OrderDeliveryInput$document:OrderDocumentOptions){projectManagementOrderDocumentsCreateByVendor(productionListId:$productionListId listItemIds:$listItemIds vendorId:$vendorId purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier delivery:$delivery document:$document){orderDocuments{...OrderDocumentWithOrder}}}' + OrderDocumentWithOrderText + OrderDocumentFieldsText + FileFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<OrderDocumentsCreateByVendorMutation, OrderDocumentsCreateByVendorMutationVariables>

/** The mutation `projectManagementOrderDocumentRender`. */
export const OrderDocumentRenderDocument = ('mutation OrderDocumentRender($orderId:ID!$document:OrderDocumentOptions){projectManagementOrderDocumentRender(orderId:$orderId document:$document){orderDocument{...OrderDocumentFields}}}' + OrderDocumentFieldsText + FileFieldsText) as TypedDocumentString<OrderDocumentRenderMutation, OrderDocumentRenderMutationVariables>

/** The mutation `organizationBrandUpdate`. */
export const OrganizationBrandUpdateDocument = ('mutation OrganizationBrandUpdate($orgId:Int!$brand:OrganizationBrandInput!){organizationBrandUpdate(orgId:$orgId brand:$brand){organizationBrand{...OrganizationBrandFields}}}' + OrganizationBrandFieldsText) as TypedDocumentString<OrganizationBrandUpdateMutation, OrganizationBrandUpdateMutationVariables>

/** The query `job`. */
export const JobDocument = ('query Job($id:Int!){job(id:$id){...JobFields measurement{...JobMeasurementFields}}}' + JobFieldsText + JobMeasurementFieldsText + MeasurementSourceFieldsText + MeasurementFileFieldsText) as TypedDocumentString<JobQuery, JobQueryVariables>

/** The query `job`. */
export const JobMeasurementsDocument = ('query JobMeasurements($id:Int!){job(id:$id){id measurements{...JobMeasurementFields}}}' + JobMeasurementFieldsText + MeasurementSourceFieldsText + MeasurementFileFieldsText) as TypedDocumentString<JobMeasurementsQuery, JobMeasurementsQueryVariables>

/** The query `jobs`. */
export const JobsDocument = ('query Jobs($orgId:Int!$search:String$newestFirst:Boolean=false$updatedSince:DateTime$first:Int=50$after:String){jobs(orgId:$orgId search:$search newestFirst:$newestFirst updatedSince:$updatedSince first:$first after:$after){nodes{...JobFields}pageInfo{...PageInfoFields}}}' + JobFieldsText + PageInfoFieldsText) as TypedDocumentString<JobsQuery, JobsQueryVariables>

/** The query `jobs`. */
export const JobStatesDocument = ('query JobStates($orgId:Int!$search:String$newestFirst:Boolean=false$updatedSince:DateTime$first:Int=50$after:String){jobs(orgId:$orgId search:$search newestFirst:$newestFirst updatedSince:$updatedSince first:$first after:$after){nodes{...JobFields measurementVersion productionListCount state}pageInfo{...PageInfoFields}}}' + JobFieldsText + PageInfoFieldsText) as TypedDocumentString<JobStatesQuery, JobStatesQueryVariables>

/** The query `job`. */
export const JobOrdersDocument = ('query JobOrders($id:Int!){job(id:$id){...JobFields measurementVersion productionListCount state orders{...OrderFields}}}' + JobFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<JobOrdersQuery, JobOrdersQueryVariables>

/** The mutation `jobUpsert`. */
export const JobUpsertDocument = ('mutation JobUpsert($orgId:Int!$id:Int$externalIdentifier:String$name:String){jobUpsert(orgId:$orgId id:$id externalIdentifier:$externalIdentifier name:$name){job{...JobFields}}}' + JobFieldsText) as TypedDocumentString<JobUpsertMutation, JobUpsertMutationVariables>

/** The mutation `jobMeasurementsImport`. */
export const JobMeasurementsImportDocument = ('mutation JobMeasurementsImport($jobId:Int!$measurements:JSON!){jobMeasurementsImport(jobId:$jobId measurements:$measurements){job{...JobFields}measurement{...JobMeasurementFields}}}' + JobFieldsText + JobMeasurementFieldsText + MeasurementSourceFieldsText + MeasurementFileFieldsText) as TypedDocumentString<JobMeasurementsImportMutation, JobMeasurementsImportMutationVariables>

/** The query `measurementFilePreview`. */
export const MeasurementFilePreviewDocument = ('query MeasurementFilePreview($id:ID!$jobId:Int){measurementFilePreview(id:$id jobId:$jobId){file{...MeasurementFileFields}source{...MeasurementSourceFields}figures{name value unit provenance currentValue}unreadable{code message}warnings measurements}}' + MeasurementFileFieldsText + MeasurementSourceFieldsText) as TypedDocumentString<MeasurementFilePreviewQuery, MeasurementFilePreviewQueryVariables>

/** The mutation `jobMeasurementFileImport`. */
export const JobMeasurementFileImportDocument = ('mutation JobMeasurementFileImport($jobId:Int!$fileId:ID!){jobMeasurementFileImport(jobId:$jobId fileId:$fileId){job{...JobFields}measurement{...JobMeasurementFields}}}' + JobFieldsText + JobMeasurementFieldsText + MeasurementSourceFieldsText + MeasurementFileFieldsText) as TypedDocumentString<JobMeasurementFileImportMutation, JobMeasurementFileImportMutationVariables>

/** The mutation `jobsImport`. */
export const JobsImportDocument = ('mutation JobsImport($orgId:Int!$jobs:[JobImport!]!){jobsImport(orgId:$orgId jobs:$jobs){created changed unchanged errors{index externalIdentifier path message}}}') as TypedDocumentString<JobsImportMutation, JobsImportMutationVariables>

/** The query `projectManagementProductionList`. */
export const ProductionListDocument = ('query ProductionList($jobId:Int!$orgId:Int!){projectManagementProductionList(jobId:$jobId orgId:$orgId){...ProductionListWithItems}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListQuery, ProductionListQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListByIdDocument = ('query ProductionListById($id:Int!){projectManagementProductionListById(id:$id){...ProductionListWithItems}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListByIdQuery, ProductionListByIdQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListMissingMaterialsDocument = ('query ProductionListMissingMaterials($id:Int!){projectManagementProductionListById(id:$id){id version missingMaterials{...MissingMaterialFields}}}' + MissingMaterialFieldsText) as TypedDocumentString<ProductionListMissingMaterialsQuery, ProductionListMissingMaterialsQueryVariables>

/** The query `projectManagementProductionLists`. */
export const ProductionListsDocument = ('query ProductionLists($orgId:Int!$jobId:Int$updatedSince:DateTime$search:String$first:Int=50$after:String){projectManagementProductionLists(orgId:$orgId jobId:$jobId updatedSince:$updatedSince search:$search first:$first after:$after){nodes{...ProductionListFields}pageInfo{...PageInfoFields}}}' + ProductionListFieldsText + PageInfoFieldsText) as TypedDocumentString<ProductionListsQuery, ProductionListsQueryVariables>

/** The query `projectManagementProductionLists`. */
export const ProductionListsWithItemsDocument = ('query ProductionListsWithItems($orgId:Int!$jobId:Int$updatedSince:DateTime$search:String$first:Int=50$after:String){projectManagementProductionLists(orgId:$orgId jobId:$jobId updatedSince:$updatedSince search:$search first:$first after:$after){nodes{...ProductionListWithItems}pageInfo{...PageInfoFields}}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText + PageInfoFieldsText) as TypedDocumentString<ProductionListsWithItemsQuery, ProductionListsWithItemsQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListExplanationsDocument = ('query ProductionListExplanations($id:Int!){projectManagementProductionListById(id:$id){id version listItems{id name explanation{sentence measure measurementVersion computedMeasurement measurement measurementUnits coverage wasteFactor calculatedQuantity carriedIn minimumQuantity rounding roundingStep isCombined quantity leftover unitCost unitCostSource priceEffectiveFrom manualFields templateId templateLineId}}}}') as TypedDocumentString<ProductionListExplanationsQuery, ProductionListExplanationsQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListQuantitiesInDocument = ('query ProductionListQuantitiesIn($id:Int!$unit:String!){projectManagementProductionListById(id:$id){id version listItems{id name quantityIn(unit:$unit)}}}') as TypedDocumentString<ProductionListQuantitiesInQuery, ProductionListQuantitiesInQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListPriceWarningsDocument = ('query ProductionListPriceWarnings($id:Int!){projectManagementProductionListById(id:$id){id version priceWarnings{listItemId unitCost unitCostSource taxPercent currentUnitCost currentTaxPercent effectiveFrom code reason}}}') as TypedDocumentString<ProductionListPriceWarningsQuery, ProductionListPriceWarningsQueryVariables>

/** The query `projectManagementProductionListPreview`. */
export const ProductionListPreviewDocument = ('query ProductionListPreview($jobId:Int!$templateIds:[Int!]!$measurementVersion:Int){projectManagementProductionListPreview(jobId:$jobId templateIds:$templateIds measurementVersion:$measurementVersion){orgId jobId name measurementVersion templateIds laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost profitAmount profitMargin totalCost totalPrice listItems{name calculatedQuantity quantity quantityUnits measurement measurementUnits explanation{sentence measure coverage carriedIn leftover unitCostSource priceEffectiveFrom templateId templateLineId}listItemGroupName color notes pretaxCost taxPercent totalCost totalPrice markup unitCost wasteFactor tradeType type product{...ProductFields}SKU sortOrder vendor{id}}missingMaterials{...MissingMaterialFields}}}' + ProductFieldsText + MissingMaterialFieldsText) as TypedDocumentString<ProductionListPreviewQuery, ProductionListPreviewQueryVariables>

/** The query `projectManagementProductionListRevisions`. */
export const ProductionListRevisionsDocument = ('query ProductionListRevisions($id:Int!$first:Int=50$after:String){projectManagementProductionListRevisions(id:$id first:$first after:$after){nodes{version createdAt userId action diff{...ProductionListDiffFields}}pageInfo{...PageInfoFields}}}' + ProductionListDiffFieldsText + PageInfoFieldsText) as TypedDocumentString<ProductionListRevisionsQuery, ProductionListRevisionsQueryVariables>

/** The query `projectManagementProductionListDiff`. */
export const ProductionListDiffDocument = ('query ProductionListDiff($id:Int!$fromVersion:Int!$toVersion:Int){projectManagementProductionListDiff(id:$id fromVersion:$fromVersion toVersion:$toVersion){...ProductionListDiffFields}}' + ProductionListDiffFieldsText) as TypedDocumentString<ProductionListDiffQuery, ProductionListDiffQueryVariables>

/** The query `projectManagementProductionListRecomputation`. */
export const ProductionListRecomputationDocument = ('query ProductionListRecomputation($id:Int!$measurementVersion:Int){projectManagementProductionListRecomputation(id:$id measurementVersion:$measurementVersion){digest measurementVersion diff{...ProductionListDiffFields}}}' + ProductionListDiffFieldsText) as TypedDocumentString<ProductionListRecomputationQuery, ProductionListRecomputationQueryVariables>

/** The mutation `projectManagementProductionListCreate`. */
export const ProductionListCreateDocument = ('mutation ProductionListCreate($jobId:Int!$templateIds:[Int!]!$name:String){projectManagementProductionListCreate(jobId:$jobId templateIds:$templateIds name:$name){productionList{...ProductionListWithItems}}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListCreateMutation, ProductionListCreateMutationVariables>

/** The mutation `projectManagementProductionListUpdate`. */
export const ProductionListUpdateDocument = ('mutation ProductionListUpdate($id:Int!$name:String$totalDiscount:Float$listItems:[ListItemUpdate!]$addListItems:[ListItemAdd!]$removeListItemIds:[Int!]$listItemOrder:[Int!]$version:Int){projectManagementProductionListUpdate(id:$id name:$name totalDiscount:$totalDiscount listItems:$listItems addListItems:$addListItems removeListItemIds:$removeListItemIds listItemOrder:$listItemOrder version:$version){productionList{...ProductionListWithItems}}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListUpdateMutation, ProductionListUpdateMutationVariables>

/** The mutation `projectManagementProductionListMarkSold`. */
export const ProductionListMarkSoldDocument = ('mutation ProductionListMarkSold($id:Int!$sold:Boolean!=true$version:Int){projectManagementProductionListMarkSold(id:$id sold:$sold version:$version){productionList{...ProductionListFields}}}' + ProductionListFieldsText) as TypedDocumentString<ProductionListMarkSoldMutation, ProductionListMarkSoldMutationVariables>

/** The mutation `projectManagementProductionListRecompute`. */
export const ProductionListRecomputeDocument = ('mutation ProductionListRecompute($id:Int!$digest:String!$measurementVersion:Int$changeIds:[Int!]){projectManagementProductionListRecompute(id:$id digest:$digest measurementVersion:$measurementVersion changeIds:$changeIds){productionList{...ProductionListWithItems}}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListRecomputeMutation, ProductionListRecomputeMutationVariables>

/** The mutation `projectManagementProductionListReprice`. */
export const ProductionListRepriceDocument = ('mutation ProductionListReprice($id:Int!$listItemIds:[Int!]$version:Int){projectManagementProductionListReprice(id:$id listItemIds:$listItemIds version:$version){productionList{...ProductionListWithItems}}}' + ProductionListWithItemsText + ProductionListFieldsText + ListItemFieldsText + ProductFieldsText) as TypedDocumentString<ProductionListRepriceMutation, ProductionListRepriceMutationVariables>

/** The query `projectManagementOrder`. */
export const OrderDocument = ('query Order($id:ID!){projectManagementOrder(id:$id){...OrderWithDocuments}}' + OrderWithDocumentsText + OrderFieldsText + OrderListItemFieldsText + OrderDocumentFieldsText + FileFieldsText) as TypedDocumentString<OrderQuery, OrderQueryVariables>

/** The query `projectManagementOrders`. */
export const OrdersDocument = ('query Orders($orgId:Int!$jobId:Int$productionListId:ID$vendorId:Int$state:String$updatedSince:DateTime$search:String$first:Int=50$after:String){projectManagementOrders(orgId:$orgId jobId:$jobId productionListId:$productionListId vendorId:$vendorId state:$state updatedSince:$updatedSince search:$search first:$first after:$after){nodes{...OrderWithDocuments}pageInfo{...PageInfoFields}}}' + OrderWithDocumentsText + OrderFieldsText + OrderListItemFieldsText + OrderDocumentFieldsText + FileFieldsText + PageInfoFieldsText) as TypedDocumentString<OrdersQuery, OrdersQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListOrdersDocument = ('query ProductionListOrders($id:Int!){projectManagementProductionListById(id:$id){id version orders{...OrderWithDocuments}}}' + OrderWithDocumentsText + OrderFieldsText + OrderListItemFieldsText + OrderDocumentFieldsText + FileFieldsText) as TypedDocumentString<ProductionListOrdersQuery, ProductionListOrdersQueryVariables>

/** The query `projectManagementProductionListById`. */
export const ProductionListOrderCoverageDocument = ('query ProductionListOrderCoverage($id:Int!){projectManagementProductionListById(id:$id){id version orderCoverage{listItemId listItem{id name quantityUnits}quantityUnits quantity ordered overOrdered left}}}') as TypedDocumentString<ProductionListOrderCoverageQuery, ProductionListOrderCoverageQueryVariables>

/** The query `projectManagementOrder`. */
export const OrderProductionListDocument = ('query OrderProductionList($id:ID!){projectManagementOrder(id:$id){id productionList{...ProductionListFields}orderDocuments{id productionList{id version}}}}' + ProductionListFieldsText) as TypedDocumentString<OrderProductionListQuery, OrderProductionListQueryVariables>

/** The mutation `projectManagementOrderCancel`. */
export const OrderCancelDocument = ('mutation OrderCancel($id:ID!$reason:String){projectManagementOrderCancel(id:$id reason:$reason){order{...OrderWithDocuments}}}' + OrderWithDocumentsText + OrderFieldsText + OrderListItemFieldsText + OrderDocumentFieldsText + FileFieldsText) as TypedDocumentString<OrderCancelMutation, OrderCancelMutationVariables>

/** The mutation `projectManagementOrderReorder`. */
export const OrderReorderDocument = ('mutation OrderReorder($id:ID!$purchaseOrderNumber:String$externalIdentifier:String$delivery:OrderDeliveryInput$document:OrderDocumentOptions){projectManagementOrderReorder(id:$id purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier delivery:$delivery document:$document){orderDocument{...OrderDocumentWithOrder}}}' + OrderDocumentWithOrderText + OrderDocumentFieldsText + FileFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<OrderReorderMutation, OrderReorderMutationVariables>

/** The mutation `projectManagementOrderChange`. */
export const OrderChangeDocument = ('mutation OrderChange($id:ID!$additions:[OrderAddition!]$credits:[OrderCredit!]$purchaseOrderNumber:String$externalIdentifier:String$delivery:OrderDeliveryInput$document:OrderDocumentOptions){projectManagementOrderChange(id:$id additions:$additions credits:$credits purchaseOrderNumber:$purchaseOrderNumber externalIdentifier:$externalIdentifier delivery:$delivery document:$document){orderDocument{...OrderDocumentWithOrder}}}' + OrderDocumentWithOrderText + OrderDocumentFieldsText + FileFieldsText + OrderFieldsText + OrderListItemFieldsText) as TypedDocumentString<OrderChangeMutation, OrderChangeMutationVariables>

/** The query `priceBook`. */
export const PriceBookDocument = ('query PriceBook($orgId:Int!$vendorId:Int!$search:String$sku:String$at:DateTime$first:Int=50$after:String){priceBook(orgId:$orgId vendorId:$vendorId){orgId vendor{id}version updatedAt prices(search:$search sku:$sku at:$at first:$first after:$after){nodes{...PriceFields}pageInfo{...PageInfoFields}}}}' + PriceFieldsText + PageInfoFieldsText) as TypedDocumentString<PriceBookQuery, PriceBookQueryVariables>

/** The query `priceBook`. */
export const PriceHistoryDocument = ('query PriceHistory($orgId:Int!$vendorId:Int!$search:String$sku:String$first:Int=10){priceBook(orgId:$orgId vendorId:$vendorId){version prices(search:$search sku:$sku first:$first){nodes{id sku history{...PriceFields}}}}}' + PriceFieldsText) as TypedDocumentString<PriceHistoryQuery, PriceHistoryQueryVariables>

/** The query `priceBookImportPreview`. */
export const PriceBookImportPreviewDocument = ('query PriceBookImportPreview($orgId:Int!$vendorId:Int!$csv:String!){priceBookImportPreview(orgId:$orgId vendorId:$vendorId csv:$csv){...PriceBookImportFields}}' + PriceBookImportFieldsText + PriceFieldsText) as TypedDocumentString<PriceBookImportPreviewQuery, PriceBookImportPreviewQueryVariables>

/** The mutation `priceBookImport`. */
export const PriceBookImportDocument = ('mutation PriceBookImport($orgId:Int!$vendorId:Int!$csv:String!$digest:String){priceBookImport(orgId:$orgId vendorId:$vendorId csv:$csv digest:$digest){...PriceBookImportFields}}' + PriceBookImportFieldsText + PriceFieldsText) as TypedDocumentString<PriceBookImportMutation, PriceBookImportMutationVariables>

/** The query `template`. */
export const TemplateDocument = ('query Template($id:Int!){template(id:$id){...TemplateWithLines}}' + TemplateWithLinesText + TemplateFieldsText + ProductFieldsText) as TypedDocumentString<TemplateQuery, TemplateQueryVariables>

/** The query `templates`. */
export const TemplatesDocument = ('query Templates($orgId:Int!$tradeType:String$search:String$includeArchived:Boolean=false$first:Int=50$after:String){templates(orgId:$orgId tradeType:$tradeType search:$search includeArchived:$includeArchived first:$first after:$after){nodes{...TemplateFields}pageInfo{...PageInfoFields}}}' + TemplateFieldsText + PageInfoFieldsText) as TypedDocumentString<TemplatesQuery, TemplatesQueryVariables>

/** The query `products`. */
export const ProductsDocument = ('query Products($orgId:Int!$search:String$first:Int=50$after:String){products(orgId:$orgId search:$search first:$first after:$after){nodes{...ProductFields}pageInfo{...PageInfoFields}}}' + ProductFieldsText + PageInfoFieldsText) as TypedDocumentString<ProductsQuery, ProductsQueryVariables>

/** The query `organizationDefaults`. */
export const OrganizationDefaultsDocument = ('query OrganizationDefaults($orgId:Int!){organizationDefaults(orgId:$orgId){wasteFactor}}') as TypedDocumentString<OrganizationDefaultsQuery, OrganizationDefaultsQueryVariables>

/** The query `measures`. */
export const MeasuresDocument = ('query Measures{measures{name dimension units description}}') as TypedDocumentString<MeasuresQuery, MeasuresQueryVariables>

/** The mutation `templateCreate`. */
export const TemplateCreateDocument = ('mutation TemplateCreate($orgId:Int!$template:TemplateInput!){templateCreate(orgId:$orgId template:$template){template{...TemplateWithLines}}}' + TemplateWithLinesText + TemplateFieldsText + ProductFieldsText) as TypedDocumentString<TemplateCreateMutation, TemplateCreateMutationVariables>

/** The mutation `templateUpdate`. */
export const TemplateUpdateDocument = ('mutation TemplateUpdate($id:Int!$template:TemplateInput!$version:Int){templateUpdate(id:$id template:$template version:$version){template{...TemplateWithLines}}}' + TemplateWithLinesText + TemplateFieldsText + ProductFieldsText) as TypedDocumentString<TemplateUpdateMutation, TemplateUpdateMutationVariables>

/** The mutation `templateCopy`. */
export const TemplateCopyDocument = ('mutation TemplateCopy($id:Int!$name:String!){templateCopy(id:$id name:$name){template{...TemplateWithLines}}}' + TemplateWithLinesText + TemplateFieldsText + ProductFieldsText) as TypedDocumentString<TemplateCopyMutation, TemplateCopyMutationVariables>

/** The mutation `templateArchive`. */
export const TemplateArchiveDocument = ('mutation TemplateArchive($id:Int!){templateArchive(id:$id){template{...TemplateFields}}}' + TemplateFieldsText) as TypedDocumentString<TemplateArchiveMutation, TemplateArchiveMutationVariables>

/** The mutation `templateRestore`. */
export const TemplateRestoreDocument = ('mutation TemplateRestore($id:Int!){templateRestore(id:$id){template{...TemplateFields}}}' + TemplateFieldsText) as TypedDocumentString<TemplateRestoreMutation, TemplateRestoreMutationVariables>

/** The mutation `productUpsert`. */
export const ProductUpsertDocument = ('mutation ProductUpsert($orgId:Int!$id:Int$product:ProductInput!){productUpsert(orgId:$orgId id:$id product:$product){product{...ProductFields}}}' + ProductFieldsText) as TypedDocumentString<ProductUpsertMutation, ProductUpsertMutationVariables>

/** The mutation `organizationDefaultsUpdate`. */
export const OrganizationDefaultsUpdateDocument = ('mutation OrganizationDefaultsUpdate($orgId:Int!$wasteFactor:Float!){organizationDefaultsUpdate(orgId:$orgId wasteFactor:$wasteFactor){wasteFactor}}') as TypedDocumentString<OrganizationDefaultsUpdateMutation, OrganizationDefaultsUpdateMutationVariables>

/** The query `vendor`. */
export const VendorDocument = ('query Vendor($id:Int!){vendor(id:$id){...VendorFields}}' + VendorFieldsText) as TypedDocumentString<VendorQuery, VendorQueryVariables>

/** The query `vendor`. */
export const VendorAccountDocument = ('query VendorAccount($id:Int!){vendor(id:$id){...VendorWithConnection}}' + VendorWithConnectionText + VendorFieldsText) as TypedDocumentString<VendorAccountQuery, VendorAccountQueryVariables>

/** The query `vendors`. */
export const VendorsDocument = ('query Vendors($orgId:Int!$search:String$includeArchived:Boolean=false$updatedSince:DateTime$first:Int=50$after:String){vendors(orgId:$orgId search:$search includeArchived:$includeArchived updatedSince:$updatedSince first:$first after:$after){nodes{...VendorFields}pageInfo{...PageInfoFields}}}' + VendorFieldsText + PageInfoFieldsText) as TypedDocumentString<VendorsQuery, VendorsQueryVariables>

/** The mutation `vendorCreate`. */
export const VendorCreateDocument = ('mutation VendorCreate($orgId:Int!$vendor:VendorInput!){vendorCreate(orgId:$orgId vendor:$vendor){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorCreateMutation, VendorCreateMutationVariables>

/** The mutation `vendorUpdate`. */
export const VendorUpdateDocument = ('mutation VendorUpdate($id:Int!$vendor:VendorUpdate!){vendorUpdate(id:$id vendor:$vendor){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorUpdateMutation, VendorUpdateMutationVariables>

/** The mutation `vendorArchive`. */
export const VendorArchiveDocument = ('mutation VendorArchive($id:Int!){vendorArchive(id:$id){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorArchiveMutation, VendorArchiveMutationVariables>

/** The mutation `vendorRestore`. */
export const VendorRestoreDocument = ('mutation VendorRestore($id:Int!){vendorRestore(id:$id){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorRestoreMutation, VendorRestoreMutationVariables>

/** The mutation `vendorConnect`. */
export const VendorConnectDocument = ('mutation VendorConnect($id:Int!$connection:ProviderConnectionInput!){vendorConnect(id:$id connection:$connection){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorConnectMutation, VendorConnectMutationVariables>

/** The mutation `vendorDisconnect`. */
export const VendorDisconnectDocument = ('mutation VendorDisconnect($id:Int!){vendorDisconnect(id:$id){vendor{...VendorFields}}}' + VendorFieldsText) as TypedDocumentString<VendorDisconnectMutation, VendorDisconnectMutationVariables>

/** The query `webhooks`. */
export const WebhooksDocument = ('query Webhooks($orgId:Int!$first:Int=50$after:String){webhooks(orgId:$orgId first:$first after:$after){nodes{...WebhookFields}pageInfo{...PageInfoFields}}}' + WebhookFieldsText + PageInfoFieldsText) as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>

/** The query `webhook`. */
export const WebhookDocument = ('query Webhook($id:Int!){webhook(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookQuery, WebhookQueryVariables>

/** The query `webhook`. */
export const WebhookDeliveriesDocument = ('query WebhookDeliveries($id:Int!$state:String$event:String$since:DateTime$until:DateTime$resourceId:ID$first:Int=50$after:String){webhook(id:$id){id deliveries(state:$state event:$event since:$since until:$until resourceId:$resourceId first:$first after:$after){nodes{...WebhookDeliveryFields}pageInfo{...PageInfoFields}}}}' + WebhookDeliveryFieldsText + PageInfoFieldsText) as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>

/** The query `webhookDelivery`. */
export const WebhookDeliveryDocument = ('query WebhookDelivery($id:ID!){webhookDelivery(id:$id){...WebhookDeliveryFields}}' + WebhookDeliveryFieldsText) as TypedDocumentString<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>

/** The query `webhookDeliveries`. */
export const OrganizationDeliveriesDocument = ('query OrganizationDeliveries($orgId:Int!$state:String$event:String$since:DateTime$until:DateTime$resourceId:ID$needsAttention:Boolean$first:Int=50$after:String){webhookDeliveries(orgId:$orgId state:$state event:$event since:$since until:$until resourceId:$resourceId needsAttention:$needsAttention first:$first after:$after){nodes{...WebhookDeliveryFields lastAttempt{at statusCode durationMs error responseBody}}pageInfo{...PageInfoFields}}}' + WebhookDeliveryFieldsText + PageInfoFieldsText) as TypedDocumentString<OrganizationDeliveriesQuery, OrganizationDeliveriesQueryVariables>

/** The query `webhookEvents`. */
export const WebhookEventsDocument = ('query WebhookEvents{webhookEvents{name description example schema}}') as TypedDocumentString<WebhookEventsQuery, WebhookEventsQueryVariables>

/** The mutation `webhookCreate`. */
export const WebhookCreateDocument = ('mutation WebhookCreate($orgId:Int!$url:String!$events:[String!]$description:String$headers:[WebhookHeaderInput!]$rateLimit:Int$ordered:Boolean=false){webhookCreate(orgId:$orgId url:$url events:$events description:$description headers:$headers rateLimit:$rateLimit ordered:$ordered){webhook{...WebhookFields}secret}}' + WebhookFieldsText) as TypedDocumentString<WebhookCreateMutation, WebhookCreateMutationVariables>

/** The mutation `webhookVerify`. */
export const WebhookVerifyDocument = ('mutation WebhookVerify($code:String!){webhookVerify(code:$code){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookVerifyMutation, WebhookVerifyMutationVariables>

/** The mutation `webhookVerificationResend`. */
export const WebhookVerificationResendDocument = ('mutation WebhookVerificationResend($id:Int!){webhookVerificationResend(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookVerificationResendMutation, WebhookVerificationResendMutationVariables>

/** The mutation `webhookUpdate`. */
export const WebhookUpdateDocument = ('mutation WebhookUpdate($id:Int!$url:String$events:[String!]$description:String$headers:[WebhookHeaderInput!]$rateLimit:Int$ordered:Boolean){webhookUpdate(id:$id url:$url events:$events description:$description headers:$headers rateLimit:$rateLimit ordered:$ordered){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookUpdateMutation, WebhookUpdateMutationVariables>

/** The mutation `webhookDelete`. */
export const WebhookDeleteDocument = ('mutation WebhookDelete($id:Int!){webhookDelete(id:$id)}') as TypedDocumentString<WebhookDeleteMutation, WebhookDeleteMutationVariables>

/** The mutation `webhookEnable`. */
export const WebhookEnableDocument = ('mutation WebhookEnable($id:Int!){webhookEnable(id:$id){deliveriesMadeDue ...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookEnableMutation, WebhookEnableMutationVariables>

/** The mutation `webhookDisable`. */
export const WebhookDisableDocument = ('mutation WebhookDisable($id:Int!){webhookDisable(id:$id){...WebhookFields}}' + WebhookFieldsText) as TypedDocumentString<WebhookDisableMutation, WebhookDisableMutationVariables>

/** The mutation `webhookSecretRotate`. */
export const WebhookSecretRotateDocument = ('mutation WebhookSecretRotate($id:Int!$overlapHours:Int=24){webhookSecretRotate(id:$id overlapHours:$overlapHours){webhook{...WebhookFields}secret}}' + WebhookFieldsText) as TypedDocumentString<WebhookSecretRotateMutation, WebhookSecretRotateMutationVariables>

/** The mutation `webhookTest`. */
export const WebhookTestDocument = ('mutation WebhookTest($id:Int!$event:String!){webhookTest(id:$id event:$event){...WebhookDeliveryFields}}' + WebhookDeliveryFieldsText) as TypedDocumentString<WebhookTestMutation, WebhookTestMutationVariables>

/** The mutation `webhookDeliveryRetry`. */
export const WebhookDeliveryRetryDocument = ('mutation WebhookDeliveryRetry($id:ID!){webhookDeliveryRetry(id:$id){...WebhookDeliveryFields}}' + WebhookDeliveryFieldsText) as TypedDocumentString<WebhookDeliveryRetryMutation, WebhookDeliveryRetryMutationVariables>

/** The mutation `webhookReplay`. */
export const WebhookReplayDocument = ('mutation WebhookReplay($id:Int!$since:DateTime!$until:DateTime$onlyFailed:Boolean=true){webhookReplay(id:$id since:$since until:$until onlyFailed:$onlyFailed)}') as TypedDocumentString<WebhookReplayMutation, WebhookReplayMutationVariables>