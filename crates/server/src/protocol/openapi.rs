//! The page that describes every request over HTTP, in OpenAPI 3.1, whose schemas are JSON Schema.
//! The list of requests is the one the router is built from.
